import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Env } from '../seats/identity.ts';
import { seatsFolder } from '../seats/seat-store.ts';

/** A place in a file: the text that setup has put there, and the text that was there before. */
const Hunk = z.object({ was: z.string(), is: z.string() });
type Hunk = z.output<typeof Hunk>;

/** The change that setup made to a file of a user, so that it can be taken back byte for byte (DOOR-19), or a folder it made. */
const Written = z.object({
  /** The file did not exist. */
  isNew: z.boolean(),
  /** The oldest first. */
  hunks: z.array(Hunk),
});
export type Written = z.output<typeof Written>;

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

/** The difference between two texts. */
export const hunkOf = (before: string, after: string): Hunk => {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { was: before.slice(start, before.length - end), is: after.slice(start, after.length - end) };
};

/** The text before the hunks; undefined where one of them is not in the text exactly once. */
export const takenBack = (text: string, hunks: readonly Hunk[]): string | undefined =>
  hunks.reduceRight<string | undefined>((now, { was, is }) => {
    const at = is === '' ? -1 : (now?.indexOf(is) ?? -1);
    if (now === undefined || at === -1 || now.includes(is, at + 1)) return undefined;
    return now.slice(0, at) + was + now.slice(at + is.length);
  }, text);
