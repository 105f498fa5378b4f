import type { Edit } from '@pairspace/protocol';
import type { Given, Options, CommandEnvironment } from '../command.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { contentOf } from './content-of.ts';

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
  run: Pick<CommandEnvironment, 'terminal'>,
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

/** The result of an edit. */
export const editedLine = (name: string, { version, merged = false }: { version: number; merged?: boolean }): string =>
  `${line`Wrote version ${version} of ${name}`}${merged ? ', merged with an edit of another' : ''}.`;
