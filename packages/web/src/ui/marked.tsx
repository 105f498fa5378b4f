import { visibleText } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';

interface MarkedProps {
  text: string;
  /** The start and the end of each match, in UTF-16 code units. */
  marks: readonly (readonly [from: number, to: number])[];
}

const shown = (part: string): string => visibleText(part.replace(/\s+/g, ' '));

/** A part of a text on one line with its matches marked. Its text direction is independent of the text around it. */
export const Marked = ({ text, marks }: MarkedProps) => {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from < at || to <= from || to > text.length) continue;
    parts.push(shown(text.slice(at, from)), <mark>{shown(text.slice(from, to))}</mark>);
    at = to;
  }
  return (
    <bdi class="marked" dir="auto">
      {parts}
      {shown(text.slice(at))}
    </bdi>
  );
};
