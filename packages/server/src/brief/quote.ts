import { visibleWords, withoutEnd } from '@pairspace/protocol';

/** No more than so many UTF-16 code units, and no half of a surrogate pair at the end. */
export const cutTo = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const cut = text.slice(0, Math.max(0, length - 1));
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
};

const longestName = 60;

/** A name that somebody chose, as code on one line: nothing in it is markup. */
export const named = (name: string): string =>
  `\`${cutTo(visibleWords(name).replace(/\s+/g, ' ').replaceAll('`', 'ʼ').trim(), longestName)}\``;

/**
 * What somebody wrote, as a quotation of at most `length` code units: every line begins with `> `, so that no line of it
 * can pass for one of the brief (BRF-4). Undefined where nothing of it fits.
 */
export const quote = (text: string, length: number): { text: string; isCut: boolean } | undefined => {
  // What is longer does not fit anyway; making it visible only lengthens it.
  const near = text.slice(0, length);
  const lines = withoutEnd(visibleWords(near), '\n').split('\n');
  const quoted = lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
  const isCut = quoted.length > length || near.length < text.length;
  if (!isCut) return { text: quoted, isCut };
  const cut = cutTo(quoted.length > length ? quoted : `${quoted} `, Math.min(length, quoted.length + 1));
  return cut.length < 4 ? undefined : { text: cut, isCut };
};
