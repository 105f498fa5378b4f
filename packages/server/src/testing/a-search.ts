import type { SearchQuery } from '../storage/search-store.ts';

/** A search for one word in everything that the index holds, or in some sessions. */
export const aSearch = (word: string, given: Partial<SearchQuery> = {}): SearchQuery => ({
  sessions: null,
  all: [{ text: `w${word}`, prefix: false }],
  none: [],
  kind: null,
  author: null,
  unwanted: [],
  phrases: [],
  notPhrases: [],
  titles: [` ${word} `],
  titleLexemes: [[{ text: `t${word}`, prefix: false }]],
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  after: null,
  limit: 200,
  budgetMs: 10_000,
  ...given,
});
