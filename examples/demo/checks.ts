import type { TextDocument } from './document.ts';

/** A change inside one line: the text from column `from` up to `to` becomes `text`. */
export interface Edit {
  line: number;
  from: number;
  to: number;
  text: string;
}

/** A defect that a check has found. */
export interface Finding {
  check: string;
  line: number;
  /** Absent if the finding concerns the whole line. */
  column?: number;
  message: string;
  /** A fix that needs no judgement. */
  edit?: Edit;
}

export type Check = (document: TextDocument) => Finding[];

export const runChecks = (checks: readonly Check[], document: TextDocument): Finding[] =>
  checks.flatMap((check) => check(document));

/** The findings that are discussed: few of each kind, but more of those that can be fixed. */
export const shortList = (findings: readonly Finding[]): Finding[] =>
  Object.values(Object.groupBy(findings, ({ check }) => check)).flatMap(
    (kind) => kind?.filter(({ edit }, index) => index < (edit ? 700 : 300)) ?? [],
  );

/** The text with the edits made. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  const lines = text.split('\n');
  for (const { line, from, to, text: after } of edits.toSorted((a, b) => b.from - a.from)) {
    const before = lines[line - 1] ?? '';
    lines[line - 1] = before.slice(0, from) + after + before.slice(to);
  }
  return lines.join('\n');
};

export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];

/** A part of the text, short enough for a message. */
export const quote = (text: string): string => {
  const letters = Array.from(text.slice(0, 300).replaceAll(/\s+/g, ' ').trim());
  const short = letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : letters.join('');
  return `“${short.toWellFormed()}”`;
};

/** Statistics of a text. */
export const measure = ({ lines }: TextDocument) => {
  const words = lines.flatMap(wordsIn);
  const counts = new Map<string, number>();
  for (const word of words.map((each) => each.toLowerCase())) {
    if (word.length > 4) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return {
    lines: lines.at(-1) === '' ? lines.length - 1 : lines.length,
    words: words.length,
    readingMinutes: Math.ceil(words.length / 230),
    mostUsed: [...counts]
      .filter(([, count]) => count > 1)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 4),
  };
};
