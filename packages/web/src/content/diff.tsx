import type { ComponentChildren } from 'preact';
import type { DiffLine } from '@pairspace/protocol/site';
import { cutLine } from '../lib/code-lines.ts';
import { plural } from '../lib/format.ts';

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', add: '+', del: '−', gap: '⋯' };
const spoken: Readonly<Record<DiffLine['kind'], string>> = { same: '', add: 'added: ', del: 'removed: ', gap: '' };

const Line = ({ kind, text }: DiffLine) => (
  <div class="diff-line" data-kind={kind} dir="auto">
    <span class="diff-sign" aria-hidden="true">
      {signs[kind]}
    </span>
    <span class="hidden-visually">{spoken[kind]}</span>
    {kind === 'gap' ? plural(Number(text), 'line') : cutLine(text)}
  </div>
);

interface DiffProps {
  /** Undefined when the texts differ in too much to show. */
  lines: readonly DiffLine[] | undefined;
  /** The greatest number of lines that are shown. */
  most: number;
  /** Renders what stands below the lines when `left` more lines are not shown. */
  rest: (left: number) => ComponentChildren;
}

/** The differences between two texts, line by line. */
export const Diff = ({ lines, most, rest }: DiffProps) => {
  if (!lines) return <p class="diff-none">Nearly everything is different; open the versions to read them.</p>;
  if (lines.length === 0) return <p class="diff-none">The text is the same.</p>;
  return (
    <div class="diff">
      {lines.slice(0, most).map((line, index) => (
        <Line key={index} {...line} />
      ))}
      {lines.length > most && rest(lines.length - most)}
    </div>
  );
};
