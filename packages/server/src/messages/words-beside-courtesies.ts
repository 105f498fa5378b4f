import { courtesies } from './courtesies.ts';

/** Signs of content: a question, code, a link, an address, a path, a digit that is not part of "+1" or "100 %". */
const contentSign = /[?？`\\/<>{}=#|$]|\d/u;
const votes = /(?<![\p{L}\p{N}.])(?:\+1|100 ?%|10\/10)(?![\p{L}\p{N}])/gu;
const mention = /(?<![\w@.:-])@[A-Za-z0-9][A-Za-z0-9._:@-]*/g;
const word = /[\p{L}\p{M}]+/gu;

/** A message with more words than this says something, whatever the words are (LOOP-2). */
const mostWords = 80;
/** A message with more words than this beside courtesies says something: the names of agents have fewer words. */
const mostNamed = 6;

/**
 * The words of a message that are no courtesies: thanks, agreement, apologies, good-byes. Undefined if the form of the
 * message shows that it says something (LOOP-2). If all these words are part of the names of seated agents, it says
 * nothing.
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

/** The words of a name, in the form of `wordsBesideCourtesies`. */
export const wordsOfName = (name: string): string[] => lower(name).match(word) ?? [];

const lower = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/['’]/g, '');
