import { cases } from '@pairspace/testkit/cases';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeLines } from './merge-lines.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

test('[EDIT-7] lines that only one side has changed are merged, beside each other as well', () => {
  const base = lines('a', 'b', 'c', 'd');
  expect(mergeLines(base, lines('A', 'b', 'c', 'd'), lines('a', 'B', 'd', 'e'))).toEqual({
    kind: 'merged',
    text: lines('A', 'B', 'd', 'e'),
  });
});

test('[EDIT-8] lines that both sides have changed are told as each has them', () => {
  const base = lines('a', 'b', 'c');
  expect(mergeLines(base, lines('a', 'mine', 'c'), lines('a', 'theirs', 'x', 'c'))).toEqual({
    kind: 'overlaps',
    conflicts: [{ yours: 'mine\n', theirs: 'theirs\nx\n' }],
  });
  expect(mergeLines(base, lines('a', 'b', 'c', 'mine'), lines('a', 'b', 'c', 'theirs'))).toMatchObject({
    kind: 'overlaps',
  });
});

test('[EDIT-7] the same change by both sides stands once', () => {
  const changed = lines('a', 'x', 'c');
  expect(mergeLines(lines('a', 'b', 'c'), changed, changed)).toEqual({ kind: 'merged', text: changed });
});

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', '', '\r'), { maxLength: 12 });

test('[EDIT-7] a side that changed nothing has no say, and sides can change places', () => {
  fc.assert(
    fc.property(someLines, someLines, someLines, (...given) => {
      const [base, yours, theirs] = given.map((side) => lines(...side)) as [string, string, string];
      expect(mergeLines(base, yours, base)).toEqual({ kind: 'merged', text: yours });
      expect(mergeLines(base, base, theirs)).toEqual({ kind: 'merged', text: theirs });
      const [there, back] = [mergeLines(base, yours, theirs), mergeLines(base, theirs, yours)];
      expect(there.kind).toBe(back.kind);
      if (there.kind === 'merged') expect(back).toEqual(there);
    }),
    { numRuns: cases(100) },
  );
});

test('[EDIT-7] lines that are far apart merge where both sides have changed many', () => {
  const base = Array.from({ length: 20_000 }, (_, index) => `line ${String(index)}`);
  const yours = base.map((line, index) => (index % 2 === 0 ? `${line} mine` : line));
  const theirs = base.map((line, index) => (index % 200 === 1 ? `${line} theirs` : line));
  const both = base.map((_, index) => (index % 200 === 1 ? theirs[index] : yours[index]) ?? '');
  expect(mergeLines(lines(...base), lines(...yours), lines(...theirs))).toEqual({
    kind: 'merged',
    text: lines(...both),
  });
});

test('lines between the first and the last of very many changes may count as changed', () => {
  const base = Array.from({ length: 3000 }, (_, index) => `line ${String(index)}`);
  const yours = base.flatMap((line, index) => (index % 3 === 0 ? [line, 'mine'] : [line]));
  const theirs = (changed: number): string => lines(...base.map((line, index) => (index === changed ? 'x' : line)));

  expect(mergeLines(lines(...base), lines(...yours), theirs(1000)).kind).toBe('overlaps');
  expect(mergeLines(lines(...base), lines(...yours), theirs(2999)).kind).toBe('merged');
});
