import type { Env } from '../seats/identity.ts';
import { createPalette, type Palette } from './text.ts';

export interface Terminal {
  /** Writes a line of result to standard output. */
  print(line: string): void;
  /** Writes a line for people to standard error: progress, hints, warnings. `--quiet` suppresses it. */
  note(line: string): void;
  /** Writes a line to standard error that `--quiet` keeps: errors, and the stderr of a job's program. */
  error(line: string): void;
  /** Writes text or bytes unchanged to standard output. */
  write(piece: string | Uint8Array): void;
  readBytes(): Promise<Buffer>;
  /** Whether a person may be at standard input. */
  readonly inputIsTerminal: boolean;
  readonly outputIsTerminal: boolean;
  readonly errorIsTerminal: boolean;
  /** The width of the terminal; `Infinity` without one. */
  readonly columns: number;
  readonly palette: Palette;
}

interface ProcessTerminal extends Terminal {
  /** Resolves when all output has been written to standard output. */
  flush(): Promise<void>;
}

/**
 * The terminal of this process. Colours follow NO_COLOR, FORCE_COLOR and what the terminal can show. Node loads each
 * stream at its first use, so a command that does not use one does not wait for it.
 */
export const processTerminal = (
  env: Env,
  readBytes: Terminal['readBytes'] = async () => (await import('node:stream/consumers')).buffer(process.stdin),
): ProcessTerminal => {
  let isHeard = false;
  const output = (): NodeJS.WriteStream => {
    // The reader of the output, such as `head`, may leave before its end.
    if (!isHeard) process.stdout.on('error', leaveWithReader);
    isHeard = true;
    return process.stdout;
  };
  return {
    print: (line) => void output().write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
    write: (piece) => void output().write(piece),
    flush: async () => {
      if (isHeard) await new Promise((resolve) => process.stdout.write('', resolve));
    },
    readBytes,
    get inputIsTerminal() {
      return process.stdin.isTTY;
    },
    get outputIsTerminal() {
      return process.stdout.isTTY;
    },
    get errorIsTerminal() {
      return process.stderr.isTTY;
    },
    get columns() {
      const { isTTY, columns } = process.stdout;
      return isTTY && columns > 0 ? Math.max(20, columns) : Infinity;
    },
    get palette() {
      return createPalette(hasColours(env, process.stdout.isTTY));
    },
  };
};

const leaveWithReader = ({ code }: NodeJS.ErrnoException): void => {
  if (code === 'EPIPE') process.exit(0);
};

const hasColours = (env: Env, isTerminal: boolean): boolean => {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
};
