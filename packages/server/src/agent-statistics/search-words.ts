/** The length of the prefix by which words are indexed and searched. */
const wordCharacters = 24;
/** The greatest number of words of a profile: those of its id and name come first, then those of its description. */
const wordsOfProfile = 600;

const run = /[\p{L}\p{N}\p{M}]+/gu;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const runsIn = (text: string): string[] => fold(text).match(run) ?? [];

const beginningOf = (characters: readonly string[]): string => characters.slice(0, wordCharacters).join('');

/** The words of a text in lower case: its runs of letters and digits. */
export const wordsIn = (text: string): string[] => runsIn(text).map((word) => beginningOf(Array.from(word)));

/** Every suffix of a word, so that a search for the beginning of a suffix finds the inside of the word. */
const tailsOf = (word: string): string[] => {
  const characters = Array.from(word);
  return characters.map((_, index) => beginningOf(characters.slice(index)));
};

/** An id that the service generated. Nobody knows a part of it, so only its beginning is indexed. */
const generated = /^agent-[0-9a-z]{12}$/;

/**
 * The index entries of a profile. A search text finds an entry that begins with it. Names and chosen ids are indexed by
 * every suffix of a word, generated ids and descriptions by words; descriptions in scripts without spaces are indexed
 * by suffixes too.
 */
export const searchWords = (id: string, name: string, description: string): string[] =>
  [
    ...new Set([
      ...(id === name && generated.test(id) ? wordsIn(id) : [id, name].flatMap(runsIn).flatMap(tailsOf)),
      ...runsIn(description).flatMap((word) => (spaceless.test(word) ? tailsOf(word) : wordsIn(word))),
    ]),
  ].slice(0, wordsOfProfile);
