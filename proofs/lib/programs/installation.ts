import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentProgram } from './agent-programs.ts';

const run = promisify(execFile);
const withinMs = 300_000;

/** Installs a package into a folder of its own, outside of every lock file. Throws where the registry is away. */
const installInto = async (folder: string, wanted: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, wanted];
  await run('npm', words, { cwd: folder, timeout: withinMs });
};

/** Installs a program and returns its file. npm runs no script of packages here; where one is needed, it is run by name. */
export const installProgram = async (folder: string, program: AgentProgram, version: string): Promise<string> => {
  await installInto(folder, `${program.package}@${version}`);
  const own = join(folder, 'node_modules', program.package);
  if ((await readdir(own)).includes('install.cjs')) await run('node', ['install.cjs'], { cwd: own, timeout: withinMs });
  return join(folder, 'node_modules/.bin', program.bin);
};

/** Installs this command as a package, from what `npm run build` has built, and returns its file. */
export const installPairspace = async (folder: string, root: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const cwd = join(root, 'packages/pairspace');
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd });
  await installInto(folder, join(folder, stdout.trim()));
  return join(folder, 'node_modules/.bin/pairspace');
};

/** A folder of programs for a search path. */
export const programsFolder = async (folder: string, files: readonly string[]): Promise<string> => {
  await mkdir(folder, { recursive: true });
  for (const file of files) await symlink(file, join(folder, file.split('/').at(-1) ?? ''));
  return folder;
};
