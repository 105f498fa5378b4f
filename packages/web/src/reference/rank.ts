/** An entry of the search: its kind, address, title, description and further words. */
export type Found = readonly [kind: string, address: string, title: string, text: string, words: string];

/** The same as `/docs/search.json` has it: by page, with the anchor in the place of the address. */
export type IndexedPage = readonly [path: string, title: string, entries: readonly Found[]];

export const listOf = (pages: readonly IndexedPage[]): Found[] =>
  pages.flatMap(([path, above, entries]) =>
    entries.map(([kind, anchor, title, text, words]): Found => {
      const titles = [above, title].filter((one) => one !== '');
      return [kind, anchor === '' ? path : `${path}#${anchor}`, titles.join(' › '), text, words];
    }),
  );

const mostResults = 20;

/** The best matches of a query: what holds each of its words, titles before texts, calls before guides. */
export const rank = (all: readonly Found[], query: string): Found[] => {
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  if (terms.length === 0) return [];
  return all
    .map((found) => ({ found, score: scoreOf(found, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostResults)
    .map(({ found }) => found);
};

const weights: Readonly<Record<string, number>> = { operation: 3, object: 2, error: 2, guide: 0 };

const scoreOf = ([kind, , title, text, words]: Found, terms: readonly string[]): number => {
  let score = weights[kind] ?? 0;
  for (const term of terms) {
    const best = Math.max(match(title, term) * 4, match(text, term) * 2, match(words, term));
    if (best === 0) return 0;
    score += best;
  }
  return title.toLowerCase() === terms.join(' ') ? score + 20 : score;
};

/** 3 for a word, 2 for the start of one, 1 for a part of one. */
const match = (text: string, term: string): number => {
  const lower = text.toLowerCase();
  let best = 0;
  for (let at = lower.indexOf(term); at >= 0 && best < 3; at = lower.indexOf(term, at + 1)) {
    const begins = at === 0 || !isLetter(lower[at - 1]) || isCapital(text[at]);
    const ends = !isLetter(lower[at + term.length]);
    best = Math.max(best, begins ? (ends ? 3 : 2) : 1);
  }
  return best;
};

const isLetter = (character = ''): boolean => /[\p{L}\p{N}]/u.test(character);
const isCapital = (character = ''): boolean => /\p{Lu}/u.test(character);
