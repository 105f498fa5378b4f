import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { editJson, undoJson } from './json-edit.ts';
import type { SetupFile } from './programs.ts';
import { editToml, ownLines, undoToml } from './toml-block.ts';
import { hunkOf, takenBack, type Written, type WrittenFiles } from './written-files.ts';

/** The planned content of a file; undefined for no file. */
export interface Change {
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** The change for people to read: `+` what comes, `-` what goes. */
  lines: readonly string[];
  /** The record of the file after the change; null for none, undefined for the present one. */
  written?: Written | null;
}

const byteOrderMark = '\uFEFF';

/**
 * The change that setup would make to a file. Throws, with the path, if the file is not as expected. With `records`, a
 * removal restores what was there before.
 */
export const planChange = async (
  home: string,
  file: SetupFile,
  remove: boolean,
  records?: WrittenFiles,
): Promise<Change> => {
  const named = join(home, file.path);
  // A symbolic link stays a link: its target is changed.
  const path = await realpath(named).catch(() => named);
  const bytes = await readFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  const before = bytes?.toString();
  const known = await records?.find(path);
  try {
    if (bytes && !isUtf8(bytes)) throw new Error('it is not UTF-8 text');
    if (remove) {
      const after = undone(file, before, known);
      const lines = linesOf(file, remove, { before, after });
      return { path, before, after, lines, ...(records && { written: null }) };
    }
    const steps = done(file, before ?? '');
    const hunks = steps.slice(1).map((text, index) => hunkOf(steps[index] ?? '', text));
    const after = steps.at(-1) ?? '';
    const lines = linesOf(file, remove, { before, after });
    if (!known && before !== undefined && isOurs(file, before)) return { path, before, after, lines };
    const { isNew = before === undefined, hunks: earlier = [] } = known ?? {};
    const written = { isNew, hunks: [...earlier, ...hunks.filter(({ was, is }) => was !== is)] };
    return { path, before, after, lines, written };
  } catch (error) {
    throw new Error(`${path} is left as it is: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
};

/** The text before setup and after each of its steps. */
const done = (file: SetupFile, before: string): string[] => {
  if ('whole' in file) return [before, file.whole];
  if ('toml' in file) return [before, editToml(before, file.toml)];
  const mark = before.startsWith(byteOrderMark) ? byteOrderMark : '';
  const steps = [before];
  for (const edit of file.json) steps.push(mark + editJson((steps.at(-1) ?? '').slice(mark.length), [edit]));
  return steps;
};

const undone = (file: SetupFile, before: string | undefined, known: Written | undefined): string | undefined => {
  if (before === undefined) return undefined;
  const restored = known && takenBack(before, known.hunks);
  if (known && restored !== undefined) return known.isNew ? undefined : restored;
  if ('whole' in file) return isOurs(file, before) ? undefined : before;
  const after = structureUndone(file, before);
  if (after === before || known?.isNew === false) return after;
  // An empty file was made by setup, or nobody misses it, so it is removed.
  return /^(?:\{\s*\})?$/.test(after.trim()) || isVersionAlone(after) ? undefined : after;
};

/** The text without what setup writes, wherever it is. */
const structureUndone = (file: Exclude<SetupFile, { whole: string }>, text: string): string => {
  if (text.trim() === '') return text;
  if ('toml' in file) return undoToml(text);
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  return mark + undoJson(text.slice(mark.length), file.json);
};

/** Whether an earlier setup without a record has written to the file. */
const isOurs = (file: SetupFile, before: string): boolean =>
  'whole' in file ? before.includes('Written by pairspace setup') : structureUndone(file, before) !== before;

const isVersionAlone = (text: string): boolean => /^\{\s*"version":\s*1\s*\}$/.test(text.trim());

/** Carries a change out. The file is replaced as a whole and keeps its mode; only its owner can read a new file. */
export const makeChange = async ({ path, after, written }: Change, records?: WrittenFiles): Promise<void> => {
  if (after === undefined) {
    await rm(path, { force: true });
    await records?.forget(path);
    for (let folder = dirname(path); await records?.find(folder); folder = dirname(folder)) {
      if (
        !(await rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        return;
      await records?.forget(folder);
    }
    return;
  }
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let folder = dirname(path); made !== undefined && folder.startsWith(made); folder = dirname(folder)) {
    await records?.keep(folder, { isNew: true, hunks: [] });
  }
  if (written) await records?.keep(path, written);
  else if (written === null) await records?.forget(path);
  const mode = await stat(path).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  // The flag `wx` refuses a file that somebody else put in the place of the draft.
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  await writeFile(draft, after, { mode, flag: 'wx' });
  await rename(draft, path);
};

/** The lines that a change adds (`+`) or removes (`-`). The rest of the file may be secret and is not shown. */
const linesOf = (file: SetupFile, remove: boolean, { before = '', after = '' }: Partial<Change>): string[] => {
  const mark = remove ? '-' : '+';
  if ('toml' in file) {
    const [gone, come] = [ownLines(before), ownLines(after)];
    return [
      ...gone.filter((line) => !come.includes(line)).map((line) => `- ${line}`),
      ...come.filter((line) => !gone.includes(line)).map((line) => `+ ${line}`),
    ];
  }
  if ('whole' in file)
    return remove
      ? []
      : file.whole
          .trimEnd()
          .split('\n')
          .map((line) => `${mark} ${line}`);
  return file.json.map((edit) => {
    const place = 'put' in edit ? edit.put.join('.') : `${edit.append.join('.')}[]`;
    return `${mark} ${place}: ${JSON.stringify(edit.value)}`;
  });
};
