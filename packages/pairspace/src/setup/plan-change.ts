import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { editJson, undoJson } from './json-edit.ts';
import type { SetupFile } from './programs.ts';
import { editToml, ownLines, undoToml } from './toml-block.ts';

/** The planned content of a file; undefined for no file. */
export interface Change {
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** The change for people to read: `+` what comes, `-` what goes. */
  lines: readonly string[];
}

/** The change that setup would make to a file. Throws, with the path, if the file is not as expected. */
export const planChange = async (home: string, file: SetupFile, remove: boolean): Promise<Change> => {
  const named = join(home, file.path);
  // A symbolic link stays a link: its target is changed.
  const path = await realpath(named).catch(() => named);
  const before = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    const after = remove ? undone(file, before) : done(file, before ?? '');
    return { path, before, after, lines: linesOf(file, remove, { before, after }) };
  } catch (error) {
    throw new Error(`${path} is left as it is: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
};

const done = (file: SetupFile, before: string): string => {
  if ('whole' in file) return file.whole;
  return 'json' in file ? editJson(before, file.json) : editToml(before, file.toml);
};

const undone = (file: SetupFile, before: string | undefined): string | undefined => {
  if (before === undefined || 'whole' in file) return undefined;
  const after = 'json' in file ? undoJson(before, file.json) : undoToml(before);
  // An empty file was made by setup, or nobody misses it, so it is removed.
  return /^(?:\{\s*\})?$/.test(after.trim()) || isVersionAlone(after) ? undefined : after;
};

const isVersionAlone = (text: string): boolean => /^\{\s*"version":\s*1\s*\}$/.test(text.trim());

/** Carries a change out. The file is replaced as a whole and keeps its mode; only its owner can read a new file. */
export const makeChange = async ({ path, after }: Change): Promise<void> => {
  if (after === undefined) {
    await rm(path, { force: true });
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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
