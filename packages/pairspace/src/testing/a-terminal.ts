import { runProgram } from '../run-program.ts';
import { createPalette } from '../terminal/text.ts';

/** The result of a command. */
export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

interface TerminalOptions {
  env: Record<string, string>;
  input?: string | Uint8Array;
  isTerminal?: boolean;
  signal?: AbortSignal;
  /** Called for every line of output on arrival. */
  onLine?: (line: string) => void;
}

/** Runs a command line in this process, with a terminal that keeps the output. */
export const run = async (
  args: readonly string[],
  { env, input = '', isTerminal = false, signal = new AbortController().signal, onLine }: TerminalOptions,
): Promise<CommandResult> => {
  let out = '';
  let err = '';
  const terminal = {
    print: (line: string) => {
      out += `${line}\n`;
      onLine?.(line);
    },
    note: (line: string) => {
      err += `${line}\n`;
    },
    error: (line: string) => {
      err += `${line}\n`;
    },
    write: (piece: string) => {
      out += piece;
    },
    readBytes: () => Promise.resolve(Buffer.from(input)),
    inputIsTerminal: isTerminal,
    outputIsTerminal: isTerminal,
    errorIsTerminal: isTerminal,
    columns: isTerminal ? 80 : Infinity,
    palette: createPalette(false),
  };
  const code = await runProgram(args, { env, terminal, signal });
  return { code, out, err };
};
