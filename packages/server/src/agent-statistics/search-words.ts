/** Words are kept, and looked for, by their first so many characters. */
const wordCharacters = 24;
/** A profile is found by so many words at most: those of its id and its name, then those of its description. */
const wordsOfProfile = 600;

const run = /[\p{L}\p{N}\p{M}]+/gu;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const runsIn = (text: string): string[] => fold(text).match(run) ?? [];

const beginningOf = (characters: readonly string[]): string => characters.slice(0, wordCharacters).join('');

/** The words of a text: its runs of letters and digits, in one case. */
export const wordsIn = (text: string): string[] => runsIn(text).map((word) => beginningOf(Array.from(word)));

/** A word from each of its characters on, so that what begins with a tail is inside the word. */
const tailsOf = (word: string): string[] => {
  const characters = Array.from(word);
  return characters.map((_, index) => beginningOf(characters.slice(index)));
};

/** An id that the service made up: nobody knows a part of it, so it is found from its beginning on alone. */
const generated = /^agent-[0-9a-z]{12}$/;

/**
 * What a profile is found by: a text that one of these begins with. Names and ids are found by any part of a word,
 * descriptions by the beginning of one; scripts that do without spaces have no beginnings, so any part will do.
 */
export const searchWords = (id: string, name: string, description: string): string[] =>
  [
    ...new Set([
      ...(id === name && generated.test(id) ? wordsIn(id) : [id, name].flatMap(runsIn).flatMap(tailsOf)),
      ...runsIn(description).flatMap((word) => (spaceless.test(word) ? tailsOf(word) : wordsIn(word))),
    ]),
  ].slice(0, wordsOfProfile);
