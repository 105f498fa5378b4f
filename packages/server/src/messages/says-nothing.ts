import { courtesies } from './courtesies.ts';

/** A message with more words says something, whatever they are (LOOP-2). */
const mostWords = 80;

/** Signs of content: a question, code, a link, an address, a path, a digit that is not part of "+1" or "100 %". */
const contentSign = /[?？`\\/<>{}=#|$]|\d/u;
const votes = /(?<![\p{L}\p{N}.])(?:\+1|100 ?%|10\/10)(?![\p{L}\p{N}])/gu;
const mention = /(?<![\w@.:-])@[A-Za-z0-9][A-Za-z0-9._:@-]*/g;
const word = /[\p{L}\p{M}]+/gu;

/**
 * Whether a message is made of courtesies alone: thanks, agreement, apologies, good-byes, emoji (LOOP-2). `names` are the
 * words of the names of those who have a seat; they say nothing either.
 */
export const saysNothing = (content: string, names: ReadonlySet<string>): boolean => {
  if (content.length > mostWords * 16) return false;
  const plain = content.normalize('NFKC').toLowerCase().replace(/['’]/g, '').replace(mention, ' ').replace(votes, ' ');
  if (contentSign.test(plain)) return false;
  const said = plain.match(word) ?? [];
  return said.length <= mostWords && said.every((one) => courtesies.has(one) || names.has(one));
};

/** The words of a name, as `saysNothing` compares them. */
export const wordsOfName = (name: string): string[] =>
  name.normalize('NFKC').toLowerCase().replace(/['’]/g, '').match(word) ?? [];
