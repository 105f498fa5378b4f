import { courtesies } from './courtesies.ts';

/** The greatest number of words of an empty message (LOOP-2). */
export const mostWords = 80;
/** The greatest number of words in a name, and so of words beside courtesies in an empty message. */
export const mostNamed = 6;

/** The kinds of ASCII characters for the decision whether a message is empty. */
const kinds = { letter: 1, apostrophe: 2, sign: 3, unclear: 4 } as const;
const kindOf = new Uint8Array(128);
for (const one of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') kindOf[one.charCodeAt(0)] = kinds.letter;
kindOf["'".charCodeAt(0)] = kinds.apostrophe;
// Characters that never occur in an empty message.
for (const one of '?`\\<>{}=#|$23456789') kindOf[one.charCodeAt(0)] = kinds.sign;
// Characters that may be part of a mention, or of "+1", "100 %" and "10/10".
for (const one of '@/01') kindOf[one.charCodeAt(0)] = kinds.unclear;

/**
 * The words of a text beside courtesies; undefined if the text is not empty whatever they are. It applies the rules of
 * `wordsBesideCourtesies` to texts whose first words or characters decide, and stops early for most messages. Returns
 * 'unsure' if the text needs those rules.
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
    // A combining accent may follow and change the character.
    if (kind === kinds.sign) return text.charCodeAt(position + 1) > 127 ? 'unsure' : undefined;
  }
  return others;
};

const wordIn = (text: string, start: number, end: number): string =>
  text.slice(start, end).toLowerCase().replaceAll("'", '');
