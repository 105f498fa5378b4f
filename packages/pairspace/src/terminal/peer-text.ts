import { inQuotes, oneLine, visibleWords, withoutEnd } from '@pairspace/protocol';

/** Text of somebody else, with what a terminal would obey made visible. */
export const peerText = visibleWords;

/** A sentence on one line. */
export const peerLine = (text: string): string => oneLine(text);

/** An address, an id, a number, a time; and what stands in quotation marks of limited length already. */
const bare = /^(?:[\w.:@+~%/?#=-]{1,240}|"[^"\n\p{Cc}]{0,410}")$/u;

/**
 * A line of this command. What is put into it was written elsewhere, be it a peer or a service: a single word stands as it
 * is, and everything else in quotation marks. What peers choose is put in by `inQuotes` or `someone`, so that a single
 * word of theirs is in quotation marks, too.
 */
export const line = (words: readonly string[], ...values: readonly (string | number)[]): string =>
  words.reduce((said, more, index) => `${said}${told(String(values[index - 1]))}${more}`);

const told = (value: string): string => (value === '' || bare.test(value) ? value : inQuotes(value));

const bar = '  | ';

/**
 * The same with `| ` before every line. No line of a quotation can begin like a line of this command, so whoever reads
 * the output can tell what a peer wrote from what the service says. Lines that are wider than the terminal are broken
 * here: where the terminal breaks one, the rest begins without the bar.
 */
export const quoted = (text: string, columns = Infinity): string =>
  withoutEnd(peerText(text), '\n')
    .split('\n')
    .flatMap((line) => broken(line, columns - bar.length))
    .map((line) => `${bar}${line}`)
    .join('\n');

/** A line in pieces of at most so many cells, broken behind a space where there is one in the second half. */
const broken = (line: string, width: number): string[] => {
  if (line.length * 8 <= width) return [line];
  const pieces: string[] = [];
  let [piece, cells] = ['', 0];
  for (const character of line) {
    const own = cellsOf(character);
    if (cells + own > width) {
      const space = piece.lastIndexOf(' ') + 1;
      const at = space > piece.length / 2 ? space : piece.length;
      pieces.push(piece.slice(0, at));
      piece = piece.slice(at);
      cells = Array.from(piece).reduce((sum, one) => sum + cellsOf(one), 0);
    }
    piece += character;
    cells += own;
  }
  return [...pieces, piece];
};

/** At most so many cells of a terminal does a character take; terminals differ, and too many only break a line early. */
const cellsOf = (character: string): number => {
  if (character === '\t') return 8;
  return (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2;
};
