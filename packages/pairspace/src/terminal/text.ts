import { inQuotes, oneLine, showHidden, visibleWords, withoutEnd } from '@pairspace/protocol';
import { type ExitCode, exitCodes } from '../errors.ts';

/** Text of others with control characters made visible. */
export const peerText = visibleWords;

export const peerLine = (text: string): string => oneLine(text);

/** A value that needs no quotation marks: an address, an id, a number, a time, or a short quoted text. */
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

/** Rows as aligned columns, each on one line; the last column is not padded. */
export const inColumns = (cells: readonly (readonly string[])[]): string[] => {
  const rows = cells.map((row) => row.map(peerLine));
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
};

export const rowsOf = <T>(items: readonly T[], row: (item: T) => readonly string[]): string[] =>
  inColumns(items.map(row));

export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${String(bytes)} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
};

/** JSON on one line with control and invisible characters escaped; it parses to the same value. */
export const jsonLine = (value: unknown): string => showHidden(JSON.stringify(value), escaped);

/** Prints a value as the whole answer of a command, which is done with it. */
export const tellJson = (terminal: { print(line: string): void }, value: unknown): ExitCode => {
  terminal.print(jsonLine(value));
  return exitCodes.done;
};

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Colour = keyof typeof codes;

export type Palette = (colour: Colour, text: string) => string;

export const createPalette =
  (enabled: boolean): Palette =>
  (colour, text) =>
    enabled && text !== '' ? `\u001b[${String(codes[colour])}m${text}\u001b[0m` : text;

const agentColours: readonly Colour[] = ['cyan', 'magenta', 'green', 'yellow', 'blue'];

/** The same agent always has the same colour. */
export const colourOf = (agentId: string): Colour => {
  let sum = 0;
  for (const character of agentId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return agentColours[sum % agentColours.length] ?? 'cyan';
};
