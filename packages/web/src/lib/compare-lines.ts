import type { DiffLine } from '@pairspace/protocol/site';
import { diffLines } from 'diff/lib/diff/line.js';

/** The greatest number of added and removed lines in a comparison. */
const mostEdits = 2000;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const context = (lines: readonly DiffLine[], around: number): DiffLine[] => {
  const near = new Set<number>();
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    for (let at = index - around; at <= index + around; at++) near.add(at);
  });
  const shown: DiffLine[] = [];
  let skipped = 0;
  lines.forEach((line, index) => {
    if (near.has(index)) {
      if (skipped > 0) shown.push({ kind: 'gap', text: String(skipped) });
      skipped = 0;
      shown.push(line);
    } else skipped++;
  });
  if (skipped > 0 && shown.length > 0) shown.push({ kind: 'gap', text: String(skipped) });
  return shown;
};

/** The differences line by line, with some context; undefined if they are too many to show. */
export const compareLines = (before: string, after: string, around = 2): DiffLine[] | undefined => {
  const parts = diffLines(before, after, { maxEditLength: mostEdits, timeout: 200 });
  if (!parts) return undefined;
  const lines = parts.flatMap(({ added, removed, value }) =>
    linesOf(value).map((text): DiffLine => ({ kind: added ? 'add' : removed ? 'del' : 'same', text })),
  );
  return context(lines, around);
};
