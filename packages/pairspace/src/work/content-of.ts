import { readFile } from 'node:fs/promises';
import type { Edit } from '@pairspace/protocol';
import type { CommandEnvironment, Given, Options } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors.ts';
import { line } from '../terminal/text.ts';

export const emptyOption = {
  empty: { help: 'an empty or blank text is meant; without it, one is refused' },
} as const satisfies Options;

export const versions = [1, Number.MAX_SAFE_INTEGER] as const;

/** Numbers of events, and versions where 0 stands for none. */
export const fromZero = [0, Number.MAX_SAFE_INTEGER] as const;

type Reader = Pick<CommandEnvironment, 'terminal'>;

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
  { terminal }: Reader,
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
export const contentIfGiven = async (source: ContentSource, run: Reader): Promise<string | undefined> =>
  source.word === undefined && source.file === undefined ? undefined : contentOf(source, run);

/** The text that an option names: that of a file, or with `-` of standard input; undefined without the option. */
export const contentFrom = async (
  from: string | undefined,
  source: Omit<ContentSource, 'word' | 'file'>,
  run: Reader,
): Promise<string | undefined> =>
  from === undefined ? undefined : contentOf({ word: '-', file: from === '-' ? undefined : from, ...source }, run);

/** Refuses a blank text without `--empty`: the standard input of an agent program may be empty by accident. */
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

export const readText = async (path: string): Promise<string> => textIn(await readFile(path), path);

export const readStandardInput = async ({ readBytes }: Pick<Terminal, 'readBytes'>): Promise<string> =>
  textIn(await readBytes(), 'Standard input');

const textIn = (bytes: Buffer, from: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${from} is not UTF-8 text.`, { cause: error });
  }
};

/** Options that say what to change in a text, for notes and files. `-` as a text is standard input. */
export const editOptions = {
  append: { value: 'text', help: 'put this at the end; - is standard input' },
  prepend: { value: 'text', help: 'put this at the beginning' },
  replace: { value: 'old', help: 'replace this text, which must be there once, by that of --with' },
  section: { value: 'heading', help: 'replace what stands under this heading by that of --with' },
  with: { value: 'new', help: 'what --replace or --section puts there; - is standard input' },
  all: { help: 'replace it wherever it is' },
} as const satisfies Options;

/** The edits that a command line asks for, in the order of the options above; none where it names none. */
export const editsGiven = async (
  { append, prepend, replace, section, all, ...given }: Given<typeof editOptions>,
  run: Reader,
): Promise<Edit[]> => {
  // A word may be empty: `--with ""` takes a text away.
  const text = async (word: string, what: string): Promise<string> =>
    word === '-' ? contentOf({ word, what }, run) : word;
  const places = [replace, section].filter((place) => place !== undefined);
  if (places.length > 1) throw new UsageError('Give one of --replace and --section; --with belongs to it.');
  if ((given.with === undefined) !== (places.length === 0)) {
    throw new UsageError('--with says what --replace or --section puts there: give both.');
  }
  if (all === true && replace === undefined) throw new UsageError('--all belongs to --replace.');
  if ([append, prepend, given.with].filter((word) => word === '-').length > 1) {
    throw new UsageError('Standard input can be read once.');
  }
  const added = given.with === undefined ? '' : await text(given.with, '--with');
  return [
    ...(append === undefined ? [] : [{ append: await text(append, '--append') }]),
    ...(prepend === undefined ? [] : [{ prepend: await text(prepend, '--prepend') }]),
    ...(replace === undefined ? [] : [{ replace: { old: replace, new: added, all: all === true } }]),
    ...(section === undefined ? [] : [{ section: { heading: section, content: added } }]),
  ];
};

export const editedLine = (name: string, { version, merged = false }: { version: number; merged?: boolean }): string =>
  `${line`Wrote version ${version} of ${name}`}${merged ? ', merged with an edit of another' : ''}.`;
