import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Installs packages into a folder of their own, and returns it. Throws if the registry is unreachable. */
export const install = async (
  folder: string,
  wanted: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...wanted];
  await run('npm', words, { cwd: folder, env: { ...env }, timeout: 900_000 });
  return folder;
};

/** Installs a version of Node, and returns the folder with its program. */
export const installNode = async (folder: string, major: string): Promise<string> =>
  join(await install(folder, [`node@${major}`]), 'node_modules/node/bin');

/** Packs a package of this repository from the output of `npm run build`, and returns the tarball. */
export const pack = async (name: string, folder: string): Promise<string> => {
  const cwd = join(root, 'packages', name);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd });
  return join(folder, stdout.trim());
};
