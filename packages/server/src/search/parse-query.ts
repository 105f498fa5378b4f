import { invalid } from '@pairspace/protocol';
import { isUnspaced, wordsOf } from './words.ts';

/** A term of a query: one word, or several words in a row. */
export interface Term {
  words: string[];
  /** Whether the last word is only the beginning of a word. */
  prefix: boolean;
  /** Whether documents with the term are left out. */
  negative: boolean;
}

const maxTerms = 8;
const quotes = /[“”„«»]/g;
const negation = /^-(?=["\p{L}\p{N}])/u;
const token = /-?"[^"]*"?|[^\s"]+/gu;

/** The terms of a query; a 400 tells what is wrong with an invalid query (SRCH-2). */
export const parseQuery = (q: string): Term[] => {
  const terms = Array.from(q.replace(quotes, '"').matchAll(token), ([text]) => parseTerm(text));
  if (terms.length > maxTerms) throw invalid('query.q', `must have at most ${String(maxTerms)} terms`);
  if (!terms.some(({ negative }) => !negative)) {
    throw invalid('query.q', 'must have a term without - before it');
  }
  return terms;
};

const parseTerm = (text: string): Term => {
  const negative = negation.test(text);
  const term = negative ? text.slice(1) : text;
  return term.startsWith('"') || term.startsWith('-"') ? phraseOf(term, negative) : wordTerm(term, negative);
};

const phraseOf = (term: string, negative: boolean): Term => {
  if (term.length < 2 || !term.endsWith('"')) throw invalid('query.q', 'must close each quotation mark');
  return { words: someWords(term), prefix: false, negative };
};

const wordTerm = (term: string, negative: boolean): Term => {
  const star = term.indexOf('*');
  if (star !== -1 && star !== term.length - 1) {
    throw invalid('query.q', 'must have * at the end of a term alone; in quotation marks it means nothing');
  }
  const words = someWords(term);
  return { words, prefix: star !== -1 && !isUnspaced(words.at(-1) ?? ''), negative };
};

const someWords = (term: string): string[] => {
  const words = wordsOf(term);
  if (words.length === 0) throw invalid('query.q', 'must have a letter or a digit in each term');
  return words;
};

/** A document has the term if the text of its words, as `documentWords` makes it, contains this pattern. */
export const patternOf = ({ words, prefix }: Pick<Term, 'words' | 'prefix'>): string =>
  ` ${words.join(' ')}${prefix ? '' : ' '}`;
