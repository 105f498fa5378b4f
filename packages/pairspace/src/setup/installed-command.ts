import { access, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../errors.ts';
import type { Env } from '../seats/identity.ts';

/** How the configuration starts this command: a program and its first arguments. */
export type Launcher = readonly [string, ...string[]];

/**
 * The command that runs here, by absolute paths, because programs start hooks with another search path, and a missing
 * name must not lead to a download. Throws if the command is only in the cache of npx, whose files may go at any time.
 */
export const installedCommand = async (env: Env): Promise<Launcher> => {
  const built = fileURLToPath(new URL('main.js', import.meta.url));
  if (!(await isThere(built))) {
    const source = fileURLToPath(new URL('../main.ts', import.meta.url));
    return [await nodeFor(env), '--conditions=pairspace-source', source];
  }
  if (!isOfNpx(built)) return [await nodeFor(env), built];
  const installed = await firstOnPath(env, 'pairspace', (path) => Promise.resolve(!isOfNpx(path)));
  if (installed !== undefined) return [await nodeFor(env), await realpath(installed)];
  throw new CommandError(
    'failed',
    'This command runs from the cache of npx, whose files may go at any time.',
    'Install the package for good, then run: pairspace setup',
  );
};

/** The path of this Node in the search path, which survives an update; the resolved file may not. */
const nodeFor = async (env: Env): Promise<string> => {
  const own = await realpath(process.execPath);
  const isOwn = async (path: string): Promise<boolean> => (await realpath(path)) === own;
  const named = process.platform === 'win32' ? undefined : await firstOnPath(env, 'node', isOwn);
  return named ?? process.execPath;
};

const firstOnPath = async (
  env: Env,
  name: string,
  fits: (path: string) => Promise<boolean>,
): Promise<string | undefined> => {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && (await isThere(path)) && (await fits(path))) return path;
  }
  return undefined;
};

const isOfNpx = (path: string): boolean => /[\\/]_npx[\\/]/.test(path);

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
