import { readFile } from 'node:fs/promises';
import type { Options, CommandEnvironment } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The option of commands that accept an empty text on request. */
export const emptyOption = {
  empty: { help: 'an empty or blank text is meant; without it, one is refused' },
} as const satisfies Options;

/** The version numbers of a note or a file. */
export const versions = [1, Number.MAX_SAFE_INTEGER] as const;

interface ContentSource {
  word: string | undefined;
  file?: string | undefined;
  what: string;
  /** Whether an empty text is meant; undefined where the command has no option to say so. */
  empty?: boolean | undefined;
}

/** Text that a command is given: a word, a file (`--file`), or standard input (`-`, or when nothing else is given). */
export const contentOf = async (
  { word, file, what, ...option }: ContentSource,
  { terminal }: Pick<CommandEnvironment, 'terminal'>,
): Promise<string> => {
  const isWord = word !== undefined && word !== '-';
  if (file !== undefined && isWord) throw new UsageError(`Give ${what} as a word or with --file, not both.`);
  if (file !== undefined) return notEmpty(await readText(file), { from: file, what, ...option });
  if (isWord) return notEmpty(word, { from: 'The word', what, ...option });
  if (word === undefined && terminal.inputIsTerminal) {
    throw new UsageError(`Give ${what} as a word, with --file, or on standard input.`);
  }
  return notEmpty(await readStandardInput(terminal), { from: 'Standard input', what, ...option });
};

/** The same, where the command does without a text; undefined without a word and a file. */
export const contentIfGiven = async (
  source: ContentSource,
  run: Pick<CommandEnvironment, 'terminal'>,
): Promise<string | undefined> =>
  source.word === undefined && source.file === undefined ? undefined : contentOf(source, run);

/** The text that an option names: that of a file, or with `-` of standard input; undefined without the option. */
export const contentFrom = async (
  from: string | undefined,
  source: Omit<ContentSource, 'word' | 'file'>,
  run: Pick<CommandEnvironment, 'terminal'>,
): Promise<string | undefined> =>
  from === undefined ? undefined : contentOf({ word: '-', file: from === '-' ? undefined : from, ...source }, run);

/**
 * Refuses empty content and blank text unless `--empty` is given, so that the empty standard input of an agent program replaces
 * nothing by accident.
 */
export const notEmpty = <Content extends string | Uint8Array>(
  content: Content,
  { from, what, ...option }: Pick<ContentSource, 'what' | 'empty'> & { from: string },
): Content => {
  const isBlank = typeof content === 'string' ? content.trim() === '' : content.length === 0;
  if (!isBlank || option.empty === true) return content;
  throw new UsageError(
    `${from} is ${content.length === 0 ? 'empty' : 'blank'}: ${what} is missing.${'empty' in option ? ' If that is meant, say --empty.' : ''}`,
  );
};

/** The text of a file of this machine. */
export const readText = async (path: string): Promise<string> => textIn(await readFile(path), path);

/** The text on standard input. */
export const readStandardInput = async ({ readBytes }: Pick<Terminal, 'readBytes'>): Promise<string> =>
  textIn(await readBytes(), 'Standard input');

const textIn = (bytes: Buffer, from: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${from} is not UTF-8 text.`, { cause: error });
  }
};
