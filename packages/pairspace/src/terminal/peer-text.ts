import { inQuotes, oneLine, visibleWords, withoutEnd } from '@pairspace/protocol';

/** Text of others with control characters made visible. */
export const peerText = visibleWords;

/** A sentence on one line. */
export const peerLine = (text: string): string => oneLine(text);

/**
 * Matches values that need no quotation marks: an address, an id, a number, a time, or a text of limited length that
 * already has them.
 */
const bare = /^(?:[\w.:@+~%/?#=-]{1,240}|"[^"\n\p{Cc}]{0,410}")$/u;

/**
 * A line of this command. The values come from peers or a service: a single word is inserted unchanged, any other value
 * in quotation marks. Texts that peers choose are inserted by `inQuotes` or `someone`, so that even a single word of
 * theirs is quoted.
 */
export const line = (words: readonly string[], ...values: readonly (string | number)[]): string =>
  words.reduce((said, more, index) => `${said}${told(String(values[index - 1]))}${more}`);

const told = (value: string): string => (value === '' || bare.test(value) ? value : inQuotes(value));

const bar = '  | ';

/**
 * A quotation with `| ` before every line, so that no line of it can look like a line of this command. Lines that are
 * wider than the terminal are broken here, because after a break by the terminal the rest would begin without the bar.
 */
export const quoted = (text: string, columns = Infinity): string =>
  withoutEnd(peerText(text), '\n')
    .split('\n')
    .flatMap((line) => broken(line, columns - bar.length))
    .map((line) => `${bar}${line}`)
    .join('\n');

/** A named text as lines, quoted below its name; none for an empty text. */
export const quotedPart = (name: string, text: string, columns: number): string[] =>
  text === '' ? [] : [`${name}:`, ...quoted(text, columns).split('\n')];

/** A line in pieces of at most `width` cells, broken after a space in the second half if there is one. */
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

/** The most terminal cells of a character. Terminals differ; too high a number only breaks a line early. */
const cellsOf = (character: string): number => {
  if (character === '\t') return 8;
  return (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2;
};
