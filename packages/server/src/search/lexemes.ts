import type { LexemesOf, SearchLexeme } from '../storage/search-store.ts';
import { caseParts, isUnspaced, wordsOf } from './words.ts';

/** Stands between parts of a document, so that no phrase reaches from one into the next. */
const gap = '|';
/**
 * The greatest size of the lexemes of a document. A `tsvector` holds 1 MB, and has each lexeme of a public document in
 * two scopes.
 */
const maxLexemeBytes = 400_000;

/**
 * The words of a document as one text with a space on both sides of each word, so that a phrase is a substring of the
 * text.
 */
interface DocumentWords {
  title: string;
  /** The words of the title, then of the labels and the text. */
  words: string;
}

/** In titles, paths and labels, the parts of a word such as `parseDate` are words too. */
export const documentWords = (titles: readonly string[], labels: readonly string[], text: string): DocumentWords => {
  const title = spaced(titles.flatMap(namesOf));
  const rest = spaced([...labels.flatMap(namesOf), wordsOf(text)]);
  return { title, words: `${title}${gap}${rest}` };
};

const namesOf = (name: string): string[][] => [wordsOf(name), ...caseParts(name)];

const spaced = (parts: readonly string[][]): string => ` ${parts.map((words) => words.join(' ')).join(` ${gap} `)} `;

const exactly = (text: string): SearchLexeme => ({ text, prefix: false });
const hex = (text: string): string => Buffer.from(text).toString('hex');

export const kindLexeme = (kind: string): SearchLexeme => exactly(`k${kind}`);
export const authorLexeme = (author: string): SearchLexeme => exactly(`a${hex(author)}`);

/**
 * Prefixes of up to this many characters are lexemes of their own. Too many words begin with such a prefix to look up
 * each of them.
 */
const shortPrefix = 2;

/** The first letter of a lexeme tells whether it is a word or a short prefix, and whether it is in the title. */
const letters = { text: { word: 'w', prefix: 'p' }, title: { word: 't', prefix: 'q' } } as const;

const wordLexeme = (word: string, prefix: boolean, place: keyof typeof letters): SearchLexeme =>
  prefix && Array.from(word).length <= shortPrefix
    ? exactly(letters[place].prefix + word)
    : { text: letters[place].word + word, prefix };

const addWord = (lexemes: Set<string>, word: string, place: keyof typeof letters): void => {
  const lexeme = letters[place].word + word;
  if (!isWord(word) || lexemes.has(lexeme)) return;
  lexemes.add(lexeme);
  let prefix: string = letters[place].prefix;
  let count = 0;
  for (const character of word) {
    prefix += character;
    lexemes.add(prefix);
    if (++count === shortPrefix) break;
  }
};

/** The lexemes that a phrase needs: its words, and its pairs of characters in a script without spaces. */
export const phraseLexemes = (words: readonly string[], prefix: boolean, place: 'text' | 'title'): SearchLexeme[] => {
  const singles = words.map((word, at) => wordLexeme(word, prefix && at === words.length - 1, place));
  const pairs = place === 'text' ? pairsOf(words).map((pair) => exactly(`b${pair}`)) : [];
  // A pair is found in fewer documents than its characters, so the lexemes of these are left out.
  const isPaired = (at: number): boolean =>
    pairs.length > 0 && pairs.length === words.length - 1 && !singles[at]?.prefix;
  return [...singles.filter((_, at) => !isPaired(at)), ...pairs];
};

const pairsOf = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => {
    const next = words[at + 1];
    return next !== undefined && isUnspaced(word) && isUnspaced(next) ? [word + next] : [];
  });

/** All lexemes of a document, each once. If there are too many, the last ones are left out. */
export const documentLexemes: LexemesOf = ({ kind, author, title, words }) => {
  const lexemes = new Set([kindLexeme(kind).text, authorLexeme(author).text]);
  for (const word of title.split(' ')) addWord(lexemes, word, 'title');
  const all = words.split(' ');
  for (const word of all) addWord(lexemes, word, 'text');
  if (isUnspaced(words)) for (const pair of pairsOf(all)) lexemes.add(`b${pair}`);
  return withinBytes(Array.from(lexemes));
};

/** A UTF-16 unit takes at most three bytes in UTF-8, so bytes are counted only if the lexemes may exceed the limit. */
const withinBytes = (lexemes: string[]): string[] => {
  if (lexemes.reduce((most, { length }) => most + 3 * length + 8, 0) <= maxLexemeBytes) return lexemes;
  let bytes = 0;
  return lexemes.filter((lexeme) => (bytes += Buffer.byteLength(lexeme) + 8) <= maxLexemeBytes);
};

const isWord = (word: string): boolean => word !== '' && word !== gap;
