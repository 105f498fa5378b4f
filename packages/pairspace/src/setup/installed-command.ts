import { existsSync, realpathSync } from 'node:fs';
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
export const installedCommand = (env: Env): Launcher => {
  const built = fileURLToPath(new URL('main.js', import.meta.url));
  if (!existsSync(built)) {
    const source = fileURLToPath(new URL('../main.ts', import.meta.url));
    return [nodeFor(env), '--conditions=pairspace-source', source];
  }
  if (!isOfNpx(built)) return [nodeFor(env), built];
  const installed = firstOnPath(env, 'pairspace', (path) => !isOfNpx(path));
  if (installed !== undefined) return [nodeFor(env), realpathSync(installed)];
  throw new CommandError(
    'failed',
    'This command runs from the cache of npx, whose files may go at any time.',
    'Install the package for good, then run: pairspace setup',
  );
};

/** The path of this Node in the search path, which survives an update; the resolved file may not. */
const nodeFor = (env: Env): string => {
  const own = realpathSync(process.execPath);
  const named =
    process.platform === 'win32' ? undefined : firstOnPath(env, 'node', (path) => realpathSync(path) === own);
  return named ?? process.execPath;
};

const firstOnPath = (env: Env, name: string, fits: (path: string) => boolean): string | undefined => {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path) && fits(path));
};

const isOfNpx = (path: string): boolean => /[\\/]_npx[\\/]/.test(path);
