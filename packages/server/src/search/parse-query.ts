import { invalid, searchLimits } from '@pairspace/protocol';
import { isUnspaced, splitCase, wordsOf } from '../lib/words.ts';
import type { Term } from '../storage/full-text.ts';

const quotes = /[“”„«»]/g;
const negation = /^-(?=["\p{L}\p{N}])/u;
const token = /-?"[^"]*"?|[^\s"]+/gu;

interface ParsedQuery {
  terms: Term[];
  warnings: string[];
}

/**
 * The terms of a query, and sentences about what is left out: what has no word, and terms beyond the limit. A 400 if no
 * positive term is left (SRCH-2).
 */
export const parseQuery = (q: string): ParsedQuery => {
  const tokens = Array.from(q.replace(quotes, '"').matchAll(token), ([text]) => ({ text, term: parseTerm(text) }));
  const wordless = tokens.flatMap(({ text, term }) => (term ? [] : [text]));
  const all = tokens.flatMap(({ term }) => term ?? []);
  const terms = all.slice(0, searchLimits.terms);
  if (all.length === 0) throw invalid('query.q', 'must have a letter or a digit');
  if (!terms.some(({ negative }) => !negative)) throw invalid('query.q', 'must have a term without - before it');
  return {
    terms,
    warnings: [
      ...(wordless.length === 0 ? [] : [`Signs without a letter or a digit were left out: ${wordless.join(' ')}`]),
      ...(all.length === terms.length ? [] : [`Only the first ${String(searchLimits.terms)} terms were searched for.`]),
    ],
  };
};

/** A * at the end of a term outside quotation marks makes it a prefix; elsewhere it is a sign. */
const parseTerm = (text: string): Term | undefined => {
  const negative = negation.test(text);
  const term = negative ? text.slice(1) : text;
  const words = wordsOf(term);
  if (words.length === 0) return undefined;
  const prefix = term.endsWith('*') && !isUnspaced(words.at(-1) ?? '');
  return { forms: formsOf(term, words), prefix, negative };
};

/** A term with changes of case, such as `parseDate`, is also the phrase of its parts. */
const formsOf = (term: string, words: string[]): string[][] => {
  const parts = wordsOf(splitCase(term));
  return parts.length === words.length ? [words] : [words, parts];
};
