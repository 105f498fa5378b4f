import { useMemo, useState } from 'preact/hooks';
import { cutLine } from '../lib/code-lines.ts';
import { compareLines, type DiffLine } from '../../../server/src/exports/site/compare-lines.ts';
import { plural } from '../lib/format.ts';
import { visibleText } from '../lib/visible.ts';

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

interface DiffViewProps {
  before: string;
  after: string;
  /** How many lines are shown at first. */
  most?: number;
}

export const DiffView = ({ before, after, most = 14 }: DiffViewProps) => {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => compareLines(visibleText(before), visibleText(after)), [before, after]);
  if (!lines) return <p class="diff-none">Nearly everything is different; open the versions to read them.</p>;
  if (lines.length === 0) return <p class="diff-none">The text is the same.</p>;
  const shown = isWhole ? lines : lines.slice(0, most);
  return (
    <div class="diff">
      {shown.map((line, index) => (
        <Line key={index} {...line} />
      ))}
      {shown.length < lines.length && (
        <button
          type="button"
          class="button quiet more"
          onClick={() => {
            setWhole(true);
          }}
        >
          {plural(lines.length - shown.length, 'more line')}
        </button>
      )}
    </div>
  );
};
