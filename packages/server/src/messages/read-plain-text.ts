import { courtesies } from './courtesies.ts';

/** A message with more words says something, whatever they are (LOOP-2). */
export const mostWords = 80;
/** A name has so many words at most; a message with more that are no courtesies says something. */
export const mostNamed = 6;

/** What an ASCII character is to a reader who wants to know whether a text says something. */
const kinds = { letter: 1, apostrophe: 2, sign: 3, unclear: 4 } as const;
const kindOf = new Uint8Array(128);
for (const one of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') kindOf[one.charCodeAt(0)] = kinds.letter;
kindOf["'".charCodeAt(0)] = kinds.apostrophe;
// Signs of content, whatever stands around them.
for (const one of '?`\\<>{}=#|$23456789') kindOf[one.charCodeAt(0)] = kinds.sign;
// A part of a mention, or of "+1", "100 %" and "10/10".
for (const one of '@/01') kindOf[one.charCodeAt(0)] = kinds.unclear;

/**
 * The words of a text that are no courtesies, or undefined when it says something whatever they are: what the rules of
 * `wordsBesideCourtesies` give, for a text of which the first words or signs decide. It reads no further than it must,
 * which is not far for most of what is said. 'unsure' where the text needs those rules themselves.
 */
export const readPlainText = (text: string, mayBeName: (word: string) => boolean): string[] | undefined | 'unsure' => {
  const others: string[] = [];
  let count = 0;
  let start = -1;
  let letters = 0;
  for (let position = 0; position <= text.length; position++) {
    const code = position < text.length ? text.charCodeAt(position) : 0;
    if (code > 127) return 'unsure';
    const kind = kindOf[code];
    if (kind === kinds.letter || kind === kinds.apostrophe) {
      if (letters === 0) start = position;
      if (kind === kinds.letter) letters++;
      continue;
    }
    if (kind === kinds.unclear) return 'unsure';
    if (letters > 0) {
      if (++count > mostWords) return undefined;
      const found = wordIn(text, start, position);
      if (!courtesies.has(found) && (!mayBeName(found) || others.push(found) > mostNamed)) return undefined;
      letters = 0;
    }
    // What follows may be an accent that makes another sign of it.
    if (kind === kinds.sign) return text.charCodeAt(position + 1) > 127 ? 'unsure' : undefined;
  }
  return others;
};

const wordIn = (text: string, start: number, end: number): string =>
  text.slice(start, end).toLowerCase().replaceAll("'", '');
