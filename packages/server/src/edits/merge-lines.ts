import type { EditConflict } from '@pairspace/protocol';
import { diffArrays } from 'diff';

/** Lines `start` to `end` of the base, and the lines that one side has in their place. */
interface Hunk {
  start: number;
  end: number;
  lines: readonly string[];
}

export type Merged = { kind: 'merged'; text: string } | { kind: 'overlaps'; conflicts: EditConflict[] };

/**
 * Lines that a side may have taken away and put in, together, to be told apart one by one. Time and memory grow with
 * the square of it. Beyond it all from the first changed line to the last counts as changed: a merge may then refuse
 * more, and never mixes up what it should not.
 */
const maxChangedLines = 500;

/** Merges what two sides made of the same text, as diff3 does: each line is that of the side which changed it. */
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

/** Each line with its line break, so that they make the text again and CRLF stays. */
const linesOf = (text: string): string[] => text.match(/[^\n]+\n?|\n/g) ?? [];

/** What one side changed, in the order of the base. */
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
  // Where the number of lines is the same, lines were most often changed in their places.
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

/** Undefined when too much has changed. */
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

/** Hunks of both sides; those that touch the same lines are together. */
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

/** Whether a hunk touches the group: the hunks of a side are in order, so those before its last have been compared. */
const touchesLast = (group: readonly Hunk[], next: Hunk): boolean => {
  const last = group.at(-1);
  return last !== undefined && overlap(last, next);
};

/** What is put in at the same place overlaps; what is put in beside changed lines does not. */
const overlap = (a: Hunk, b: Hunk): boolean =>
  a.start === a.end && b.start === b.end ? a.start === b.start : a.start < b.end && b.start < a.end;

const isBefore = (a: Hunk, b: Hunk): boolean => a.start < b.start || (a.start === b.start && a.end <= b.start);

/** Lines `start` to `end` of the base as one side has them. */
const textOf = (base: readonly string[], start: number, end: number, hunks: readonly Hunk[]): string => {
  let text = '';
  let line = start;
  for (const hunk of hunks) {
    text += base.slice(line, hunk.start).join('') + hunk.lines.join('');
    line = hunk.end;
  }
  return text + base.slice(line, end).join('');
};
