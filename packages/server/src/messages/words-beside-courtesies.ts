import { courtesies } from './courtesies.ts';
import { mostNamed, mostWords, readPlainText } from './read-plain-text.ts';

/** Signs of content: a question, code, a link, an address, a path, a digit that is not part of "+1" or "100 %". */
const contentSign = /[?？`\\/<>{}=#|$]|\d/u;
const votes = /(?<![\p{L}\p{N}.])(?:\+1|100 ?%|10\/10)(?![\p{L}\p{N}])/gu;
const mention = /(?<![\w@.:-])@[A-Za-z0-9][A-Za-z0-9._:@-]*/g;
const word = /[\p{L}\p{M}]+/gu;

/**
 * The words of a message beside courtesies such as thanks, agreement, apologies, good-byes; undefined if its form alone
 * is content (LOOP-2). The message is empty if all these words are names of seated agents. The result may also be
 * undefined if `mayBeName` excludes a word.
 */
export const wordsBesideCourtesies = (
  content: string,
  mayBeName: (word: string) => boolean = () => true,
): string[] | undefined => {
  if (content.length > mostWords * 16) return undefined;
  const read = readPlainText(content, mayBeName);
  if (read !== 'unsure') return read;
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
