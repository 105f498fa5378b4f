import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentProgram } from './agent-programs.ts';

const run = promisify(execFile);
const withinMs = 300_000;

/** Installs a package into a separate folder, without a lock file. Throws if the registry is unreachable. */
const installInto = async (folder: string, wanted: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, wanted];
  await run('npm', words, { cwd: folder, timeout: withinMs });
};

/** Installs a program and returns its file. npm runs no install scripts here; a required script is run by name. */
export const installProgram = async (folder: string, program: AgentProgram, version: string): Promise<string> => {
  await installInto(folder, `${program.package}@${version}`);
  const own = join(folder, 'node_modules', program.package);
  if ((await readdir(own)).includes('install.cjs')) await run('node', ['install.cjs'], { cwd: own, timeout: withinMs });
  return join(folder, 'node_modules/.bin', program.bin);
};

/** Installs this command as a package from the output of `npm run build`, and returns its file. */
export const installPairspace = async (folder: string, root: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const cwd = join(root, 'packages/pairspace');
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd });
  await installInto(folder, join(folder, stdout.trim()));
  return join(folder, 'node_modules/.bin/pairspace');
};

/** A folder with programs for a search path. */
export const programsFolder = async (folder: string, files: readonly string[]): Promise<string> => {
  await mkdir(folder, { recursive: true });
  for (const file of files) await symlink(file, join(folder, file.split('/').at(-1) ?? ''));
  return folder;
};
