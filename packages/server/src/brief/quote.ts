import { visibleWords, withoutEnd } from '@pairspace/protocol';

/** Cuts a text to a number of UTF-16 code units, without a lone surrogate at the end. */
export const cutTo = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length - 1));
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
};

const longestName = 60;

/** A name that somebody chose, as code on one line, so that it contains no markup. */
export const named = (name: string): string =>
  `\`${cutTo(visibleWords(name).replace(/\s+/g, ' ').replaceAll('`', 'ʼ').trim(), longestName)}\``;

/**
 * A text of somebody as a quotation of at most `length` code units. Every line begins with `> `, so that none can pass
 * for a line of the brief (BRF-4). Undefined if nothing fits.
 */
export const quote = (text: string, length: number): { text: string; isCut: boolean } | undefined => {
  // The rest cannot fit, because making characters visible only lengthens the text.
  const near = text.slice(0, length);
  const lines = withoutEnd(visibleWords(near), '\n').split('\n');
  const quoted = lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
  const isCut = quoted.length > length || near.length < text.length;
  if (!isCut) return { text: quoted, isCut };
  const cut = cutTo(quoted.length > length ? quoted : `${quoted} `, Math.min(length, quoted.length + 1));
  return cut.length < 4 ? undefined : { text: cut, isCut };
};
