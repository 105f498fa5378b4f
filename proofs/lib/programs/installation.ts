import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { install, pack } from '../npm.ts';
import type { AgentProgram } from './agent-programs.ts';

/** Installs a program and returns its file. npm runs no install scripts here; a required script is run by name. */
export const installProgram = async (folder: string, program: AgentProgram, version: string): Promise<string> => {
  await install(folder, [`${program.package}@${version}`]);
  const own = join(folder, 'node_modules', program.package);
  if ((await readdir(own)).includes('install.cjs')) execFileSync('node', ['install.cjs'], { cwd: own });
  return join(folder, 'node_modules/.bin', program.bin);
};

/** Installs this command as a package from the output of `npm run build`, and returns its file. */
export const installPairspace = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  await install(folder, [await pack('pairspace', folder)]);
  return join(folder, 'node_modules/.bin/pairspace');
};

/** A folder with programs for a search path. */
export const programsFolder = async (folder: string, files: readonly string[]): Promise<string> => {
  await mkdir(folder, { recursive: true });
  for (const file of files) await symlink(file, join(folder, file.split('/').at(-1) ?? ''));
  return folder;
};
