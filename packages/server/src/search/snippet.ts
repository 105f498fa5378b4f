import { searchLimits } from '@pairspace/protocol';
import { Turns } from '../lib/turns.ts';
import { patternOf, type Term } from './parse-query.ts';
import { foldText, type PlacedWord, placedWords } from './words.ts';

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
    if (!positive.some(({ words }) => folded.includes(words[0] ?? ''))) continue;
    const [first] = matchesIn([...placedWords(block)], positive);
    if (first) return around(text, at + first[0], positive);
  }
  return around(text, 0, positive);
};

const around = (text: string, at: number, terms: readonly Term[]): Snippet => {
  const from = whole(text, Math.max(0, at - leadUnits));
  const part = text.slice(from, whole(text, from + searchLimits.snippetUnits));
  return { text: part, marks: matchesIn([...placedWords(part)], terms) };
};

/** Moves a position that is inside a surrogate pair to its beginning. */
const whole = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
};

/** The places of the terms among words, in order, without matches that overlap an earlier match. */
const matchesIn = (words: readonly PlacedWord[], terms: readonly Term[]): [number, number][] => {
  const marks: [number, number][] = [];
  for (const [at, { from }] of words.entries()) {
    const ends = terms.flatMap((term) => endOf(words, at, term));
    if (ends.length > 0 && from >= (marks.at(-1)?.[1] ?? 0)) marks.push([from, Math.max(...ends)]);
  }
  return marks;
};

const endOf = (words: readonly PlacedWord[], at: number, term: Term): number[] => {
  const part = words.slice(at, at + term.words.length);
  const last = part.at(-1);
  const text = ` ${part.map(({ word }) => word).join(' ')} `;
  return last && part.length === term.words.length && text.startsWith(patternOf(term)) ? [last.to] : [];
};
