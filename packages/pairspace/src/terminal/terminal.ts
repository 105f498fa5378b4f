import { buffer, text } from 'node:stream/consumers';
import { createPalette, type Palette } from './palette.ts';

/** The input and output of a command. */
export interface Terminal {
  /** Writes a line of result to standard output. */
  print(line: string): void;
  /** Writes a line for people to standard error: progress, hints, warnings. `--quiet` suppresses it. */
  note(line: string): void;
  /** Writes a line to standard error that `--quiet` keeps: errors, and the stderr of a job's program. */
  error(line: string): void;
  /** Writes text or bytes unchanged to standard output. */
  write(piece: string | Uint8Array): void;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** The same as bytes. */
  readBytes(): Promise<Buffer>;
  /** Whether a person may be at standard input. */
  readonly inputIsTerminal: boolean;
  readonly outputIsTerminal: boolean;
  readonly errorIsTerminal: boolean;
  /** The width of the terminal; `Infinity` without one. */
  readonly columns: number;
  readonly palette: Palette;
}

/** The terminal of this process. Colours follow NO_COLOR, FORCE_COLOR and the abilities of the terminal. */
export const processTerminal = (env: Readonly<Record<string, string | undefined>>): Terminal => {
  const { stdin, stdout, stderr } = process;
  // The reader of the output, such as `head`, may close it early.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
  });
  return {
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    error: (line) => void stderr.write(`${line}\n`),
    write: (piece) => void stdout.write(piece),
    readInput: () => text(stdin),
    readBytes: () => buffer(stdin),
    inputIsTerminal: stdin.isTTY,
    outputIsTerminal: stdout.isTTY,
    errorIsTerminal: stderr.isTTY,
    columns: stdout.isTTY && stdout.columns > 0 ? Math.max(20, stdout.columns) : Infinity,
    palette: createPalette(hasColours(env, stdout.isTTY)),
  };
};

const hasColours = (env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean => {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
};
