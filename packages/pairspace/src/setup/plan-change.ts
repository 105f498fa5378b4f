import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { permissionMinutes } from '../reach/hook-programs.ts';
import type { Env } from '../seats/identity.ts';
import { readIfThere, replaceFile } from '../seats/private-files.ts';
import { seatsFolder } from '../seats/seat-store.ts';
import type { Launcher } from './installed-command.ts';
import { editJson, undoJson } from './json-edit.ts';
import type { AskPeople, Program, SetupFile } from './programs.ts';
import { editToml, ownLines, undoToml } from './toml-block.ts';

/** A place in a file: the text that setup has put there, and the text that was there before. */
const Hunk = z.object({ was: z.string(), is: z.string() });
type Hunk = z.output<typeof Hunk>;

/** The change that setup made to a file of a user, so that it can be taken back byte for byte (DOOR-19), or a folder it made. */
const Written = z.object({
  isNew: z.boolean(),
  hunks: z.array(Hunk),
});
type Written = z.output<typeof Written>;

/** The records of what setup has written, one file each, in the folder beside that of the seats. */
export class WrittenFiles {
  readonly #folder: string;

  constructor(env: Env) {
    this.#folder = join(dirname(seatsFolder(env)), 'setup');
  }

  async find(path: string): Promise<Written | undefined> {
    const record: unknown = await readFile(this.#recordOf(path), 'utf8').then(JSON.parse, () => undefined);
    return Written.safeParse(record).data;
  }

  async keep(path: string, written: Written): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#recordOf(path), JSON.stringify(written), { mode: 0o600 });
  }

  async forget(path: string): Promise<void> {
    await rm(this.#recordOf(path), { force: true });
    for (const folder of [this.#folder, dirname(this.#folder)]) await rmdir(folder).catch(() => undefined);
  }

  #recordOf(path: string): string {
    return join(this.#folder, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`);
  }
}

const hunkOf = (before: string, after: string): Hunk => {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { was: before.slice(start, before.length - end), is: after.slice(start, after.length - end) };
};

/** The text before the hunks; undefined where one of them is not in the text exactly once. */
const takenBack = (text: string, hunks: readonly Hunk[]): string | undefined =>
  hunks.reduceRight<string | undefined>((now, { was, is }) => {
    const at = is === '' ? -1 : (now?.indexOf(is) ?? -1);
    if (now === undefined || at === -1 || now.includes(is, at + 1)) return undefined;
    return now.slice(0, at) + was + now.slice(at + is.length);
  }, text);

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
  const bytes = readIfThere(path);
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
      await rmdir(folder).catch(() => undefined);
      if (existsSync(folder)) return;
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
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
  await replaceFile(path, after, { mode });
};

/** The lines that a change adds (`+`) or removes (`-`). The rest of the file may be secret and is not shown. */
const linesOf = (file: SetupFile, remove: boolean, { before = '', after = '' }: Partial<Change>): string[] => {
  if ('toml' in file) {
    const [gone, come] = [ownLines(before), ownLines(after)];
    return [
      ...gone.filter((line) => !come.includes(line)).map((line) => `- ${line}`),
      ...come.filter((line) => !gone.includes(line)).map((line) => `+ ${line}`),
    ];
  }
  if ('whole' in file) return remove ? [] : file.whole.trimEnd().replaceAll(/^/gm, '+ ').split('\n');
  const mark = remove ? '-' : '+';
  return file.json.map((edit) => {
    const place = 'put' in edit ? edit.put.join('.') : `${edit.append.join('.')}[]`;
    return `${mark} ${place}: ${JSON.stringify(edit.value)}`;
  });
};

interface Extras {
  withPermission: boolean;
  askPeople?: AskPeople | undefined;
}

/** The files of a program, with the wanted extras. Each path comes once. */
export const filesOf = (program: Program, launcher: Launcher, { withPermission, askPeople }: Extras): SetupFile[] => {
  const files = [...program.files(launcher)];
  const extras = [
    ...(withPermission ? (program.permission?.files(launcher) ?? []) : []),
    ...(askPeople ? (program.asksPeople?.(launcher, askPeople) ?? []) : []),
  ];
  for (const extra of extras) {
    const index = files.findIndex(({ path }) => path === extra.path);
    const known = files[index];
    if (!known) files.push(extra);
    else if ('json' in known && 'json' in extra) files[index] = { ...known, json: [...known.json, ...extra.json] };
    else files[index] = extra;
  }
  return files;
};

/** The permission that the user has not given a program, with the line that gives it; undefined when none is missing. */
export const openPermission = async (
  program: Program,
  home: string,
  launcher: Launcher,
): Promise<string | undefined> => {
  const files = program.permission?.files(launcher) ?? [];
  const plans = await Promise.all(files.map((file) => planChange(home, file, false).catch(() => undefined)));
  if (plans.every((plan) => !plan || plan.before === plan.after)) return undefined;
  return `Yours to decide: ${program.permission?.says ?? ''} → pairspace setup ${program.name} --allow --yes`;
};

/** Whether people are asked for the permissions of a program; undefined where they cannot be. */
export const asksPeople = async (program: Program, home: string, launcher: Launcher): Promise<boolean | undefined> => {
  const files = program.asksPeople?.(launcher, askPeopleBy({}));
  if (!files) return undefined;
  const plans = await Promise.all(files.map((file) => planChange(home, file, true).catch(() => undefined)));
  return plans.some((plan) => plan && plan.before !== plan.after);
};

/** The time after the ask in which the hook must end by itself. */
const spareSeconds = 120;

/** The hook with the user's choices as options; default choices are left out. */
export const askPeopleBy = ({ minutes = permissionMinutes.usual, vouched, session }: Choices): AskPeople => ({
  words: [
    ...(session === undefined ? [] : ['--session', session]),
    ...(minutes === permissionMinutes.usual ? [] : ['--expires', String(minutes)]),
    ...(vouched ? ['--vouched'] : []),
  ],
  seconds: minutes * 60 + spareSeconds,
});

interface Choices {
  minutes?: number | undefined;
  vouched?: boolean | undefined;
  session?: string | undefined;
}
