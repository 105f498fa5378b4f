import { readFile } from 'node:fs/promises';
import type { Surroundings } from '../command.ts';
import { UsageError } from '../usage-error.ts';

/** Text that a command is given: a word, a file (`--file`), or standard input (`-`, or when nothing else is given). */
export const contentOf = async (
  { word, file, what }: { word: string | undefined; file?: string | undefined; what: string },
  { terminal }: Pick<Surroundings, 'terminal'>,
): Promise<string> => {
  if (file !== undefined) return readText(file);
  if (word !== undefined && word !== '-') return word;
  if (word === undefined && terminal.inputIsTerminal) {
    throw new UsageError(`Give ${what} as a word, with --file, or on standard input.`);
  }
  return terminal.readInput();
};

/** A file of this machine, which must be UTF-8. */
export const readText = async (path: string): Promise<string> => {
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${path} is not UTF-8 text.`, { cause: error });
  }
};
