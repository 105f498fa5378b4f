import { searchLimits } from '@pairspace/protocol';
import { Turns } from '../lib/turns.ts';
import { foldText, type PlacedWord, placedParts, placedWords } from '../lib/words.ts';
import type { Term } from '../storage/full-text.ts';

/** A text is searched in blocks that overlap, so that a phrase at the border of two lies whole in one of them. */
const blockUnits = 4096;
const overlapUnits = 512;
/** The part of a snippet before the first match. */
const leadUnits = 60;

export interface Snippet {
  text: string;
  marks: [number, number][];
}

/**
 * The part of a text around its first match. A long text is searched block by block, so that other requests get turns.
 */
export const makeSnippet = async (text: string, terms: readonly Term[]): Promise<Snippet> => {
  const turns = new Turns();
  const positive = terms.filter(({ negative }) => !negative);
  for (let at = 0; at < text.length; at += blockUnits - overlapUnits) {
    await turns.take();
    const block = text.slice(at, at + blockUnits);
    const folded = foldText(block);
    if (!positive.some(({ forms }) => forms.some(([word = '']) => folded.includes(word)))) continue;
    const [first] = matchesIn(block, positive);
    if (first) return around(text, at + first[0], positive);
  }
  return around(text, 0, positive);
};

const around = (text: string, at: number, terms: readonly Term[]): Snippet => {
  const from = whole(text, Math.max(0, at - leadUnits));
  const part = text.slice(from, whole(text, from + searchLimits.snippetUnits));
  return { text: part, marks: matchesIn(part, terms) };
};

/** Moves a position that is inside a surrogate pair to its beginning. */
const whole = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** The places of the terms in a text, in order, without matches that overlap an earlier match. */
const matchesIn = (text: string, terms: readonly Term[]): [number, number][] => {
  const found = [[...placedWords(text)], ...placedParts(text)].flatMap((words) =>
    words.flatMap(({ from }, at) =>
      terms.flatMap((term) => endsOf(words, at, term)).map((to): [number, number] => [from, to]),
    ),
  );
  const marks: [number, number][] = [];
  for (const mark of found.sort(([from, to], [other, otherTo]) => from - other || otherTo - to)) {
    if (mark[0] >= (marks.at(-1)?.[1] ?? 0)) marks.push(mark);
  }
  return marks;
};

/** The ends of the forms of a term that begin with this word. */
const endsOf = (words: readonly PlacedWord[], at: number, { forms, prefix }: Term): number[] =>
  forms.flatMap((form) => {
    const isThere = form.every((word, index) => {
      const there = words[at + index]?.word;
      return prefix && index === form.length - 1 ? there?.startsWith(word) : there === word;
    });
    const last = words[at + form.length - 1];
    return isThere && last ? [last.to] : [];
  });
