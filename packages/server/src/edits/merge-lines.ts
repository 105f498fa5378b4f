import type { EditConflict } from '@pairspace/protocol';
import { diffArrays } from 'diff';

/** Lines `start` to `end` of the base, and the lines with which one side replaces them. */
interface Hunk {
  start: number;
  end: number;
  lines: readonly string[];
}

export type Merged = { kind: 'merged'; text: string } | { kind: 'overlaps'; conflicts: EditConflict[] };

/**
 * The greatest number of changed lines for a line-by-line diff, whose time and memory are quadratic. Above it, all
 * lines from the first to the last change count as changed. A merge may then refuse more edits, but never merges
 * wrongly.
 */
const maxChangedLines = 500;

/** Merges the changes of two sides like diff3: each line comes from the side that changed it. */
export const mergeLines = (base: string, yours: string, theirs: string): Merged => {
  const baseLines = linesOf(base);
  const yourHunks = hunksOf(baseLines, linesOf(yours));
  const theirHunks = hunksOf(baseLines, linesOf(theirs));
  const conflicts: EditConflict[] = [];
  const out: string[] = [];
  let line = 0;
  for (const { yours: your = [], theirs: their = [] } of groupsOf(yourHunks, theirHunks)) {
    const start = Math.min(your[0]?.start ?? Infinity, their[0]?.start ?? Infinity);
    const end = Math.max(your.at(-1)?.end ?? 0, their.at(-1)?.end ?? 0);
    for (; line < start; line++) out.push(baseLines[line] ?? '');
    const yourText = textOf(baseLines, start, end, your);
    const theirText = textOf(baseLines, start, end, their);
    if (their.length === 0) out.push(yourText);
    else if (your.length === 0 || yourText === theirText) out.push(theirText);
    else conflicts.push({ yours: yourText, theirs: theirText });
    line = end;
  }
  if (conflicts.length > 0) return { kind: 'overlaps', conflicts };
  return { kind: 'merged', text: out.join('') + baseLines.slice(line).join('') };
};

/** Lines with their line breaks, so that joining them restores the text and CRLF is preserved. */
const linesOf = (text: string): string[] => text.match(/[^\n]+\n?|\n/g) ?? [];

/** The changes of one side, in the order of the base. */
const hunksOf = (base: readonly string[], side: readonly string[]): Hunk[] => {
  const shorter = Math.min(base.length, side.length);
  let head = 0;
  while (head < shorter && base[head] === side[head]) head++;
  let tail = 0;
  while (tail < shorter - head && base[base.length - 1 - tail] === side[side.length - 1 - tail]) tail++;
  const changedBase = base.slice(head, base.length - tail);
  const changedSide = side.slice(head, side.length - tail);
  if (changedBase.length === 0 && changedSide.length === 0) return [];
  const hunks = hunksByDiff(changedBase, changedSide, head);
  if (hunks) return hunks;
  // With an equal number of lines, lines were usually changed in place.
  if (changedBase.length === changedSide.length) return hunksInPlace(changedBase, changedSide, head);
  return [{ start: head, end: base.length - tail, lines: changedSide }];
};

const hunksInPlace = (base: readonly string[], side: readonly string[], offset: number): Hunk[] => {
  const hunks: Hunk[] = [];
  for (let at = 0; at < base.length; at++) {
    const start = at;
    while (at < base.length && base[at] !== side[at]) at++;
    if (at > start) hunks.push({ start: offset + start, end: offset + at, lines: side.slice(start, at) });
  }
  return hunks;
};

/** Undefined if too many lines have changed. */
const hunksByDiff = (base: readonly string[], side: readonly string[], offset: number): Hunk[] | undefined => {
  if (base.length === 0 || side.length === 0) return [{ start: offset, end: offset + base.length, lines: side }];
  const changes = diffArrays([...base], [...side], { maxEditLength: maxChangedLines });
  if (!changes) return undefined;
  const hunks: Hunk[] = [];
  let [line, sideLine] = [0, 0];
  let open: { line: number; sideLine: number } | undefined;
  const close = (): void => {
    if (open) hunks.push({ start: offset + open.line, end: offset + line, lines: side.slice(open.sideLine, sideLine) });
    open = undefined;
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) close();
    else open ??= { line, sideLine };
    if (!removed) sideLine += count;
    if (!added) line += count;
  }
  close();
  return hunks;
};

interface Group {
  yours?: Hunk[];
  theirs?: Hunk[];
}

/** Hunks of both sides, grouped if they touch the same lines. */
function* groupsOf(yours: readonly Hunk[], theirs: readonly Hunk[]): Generator<Group> {
  let [yourAt, theirAt] = [0, 0];
  for (;;) {
    const [your, their] = [yours[yourAt], theirs[theirAt]];
    if (!your && !their) return;
    if (!your || !their || !overlap(your, their)) {
      const isYours = !their || (your !== undefined && isBefore(your, their));
      const first = isYours ? your : their;
      if (isYours) yourAt++;
      else theirAt++;
      if (first) yield isYours ? { yours: [first] } : { theirs: [first] };
      continue;
    }
    const group = { yours: [your], theirs: [their] };
    yourAt++;
    theirAt++;
    for (;;) {
      const [nextYour, nextTheir] = [yours[yourAt], theirs[theirAt]];
      if (nextYour && touchesLast(group.theirs, nextYour)) {
        group.yours.push(nextYour);
        yourAt++;
      } else if (nextTheir && touchesLast(group.yours, nextTheir)) {
        group.theirs.push(nextTheir);
        theirAt++;
      } else break;
    }
    yield group;
  }
}

/** Whether a hunk touches the group. The hunks of a side are in order, so only its last one needs a comparison. */
const touchesLast = (group: readonly Hunk[], next: Hunk): boolean => {
  const last = group.at(-1);
  return last !== undefined && overlap(last, next);
};

/** Two insertions at the same place overlap; an insertion beside changed lines does not. */
const overlap = (a: Hunk, b: Hunk): boolean =>
  a.start === a.end && b.start === b.end ? a.start === b.start : a.start < b.end && b.start < a.end;

const isBefore = (a: Hunk, b: Hunk): boolean => a.start < b.start || (a.start === b.start && a.end <= b.start);

/** Lines `start` to `end` of the base after the changes of one side. */
const textOf = (base: readonly string[], start: number, end: number, hunks: readonly Hunk[]): string => {
  let text = '';
  let line = start;
  for (const hunk of hunks) {
    text += base.slice(line, hunk.start).join('') + hunk.lines.join('');
    line = hunk.end;
  }
  return text + base.slice(line, end).join('');
};
