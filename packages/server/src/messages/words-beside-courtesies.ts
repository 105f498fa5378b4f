import { courtesies } from './courtesies.ts';

/** Signs of content: a question, code, a link, an address, a path, a digit that is not part of "+1" or "100 %". */
const contentSign = /[?？`\\/<>{}=#|$]|\d/u;
const votes = /(?<![\p{L}\p{N}.])(?:\+1|100 ?%|10\/10)(?![\p{L}\p{N}])/gu;
const mention = /(?<![\w@.:-])@[A-Za-z0-9][A-Za-z0-9._:@-]*/g;
const word = /[\p{L}\p{M}]+/gu;

/** A message with more words says something, whatever they are (LOOP-2). */
const mostWords = 80;
/** A name has so many words at most; a message with more that are no courtesies says something. */
const mostNamed = 6;

/**
 * The words of a message that are no courtesies: thanks, agreement, apologies, good-byes. Undefined when its form alone
 * says something (LOOP-2). When they all are words of the names of those who have a seat, the message says nothing.
 */
export const wordsBesideCourtesies = (content: string): string[] | undefined => {
  if (content.length > mostWords * 16) return undefined;
  const plain = lower(content).replace(mention, ' ').replace(votes, ' ');
  if (contentSign.test(plain)) return undefined;
  const words = plain.match(word) ?? [];
  if (words.length > mostWords) return undefined;
  const others = words.filter((one) => !courtesies.has(one));
  return others.length > mostNamed ? undefined : others;
};

/** The words of a name, in the same form. */
export const wordsOfName = (name: string): string[] => lower(name).match(word) ?? [];

const lower = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/['’]/g, '');
