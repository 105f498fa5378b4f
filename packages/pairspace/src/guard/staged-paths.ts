import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Env } from '../seats/identity.ts';

const mostBytes = 64 * 1024 * 1024;

/** The output of Git in the current folder. */
export const git = async (env: Env, ...args: string[]): Promise<string> => {
  try {
    const around = { env: { ...process.env, ...env }, maxBuffer: mostBytes };
    return (await promisify(execFile)('git', args, around)).stdout;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing ? 'Git is not installed here.' : 'This folder is not one of a Git repository.';
    throw new CommandError(exitCodes.failed, why, 'Run it in a working copy: cd <repository>');
  }
};

/** The staged paths relative to the root of the repository. A renamed file appears under both names. */
export const stagedPaths = async (env: Env): Promise<string[]> => {
  const listed = await git(env, 'diff', '--cached', '--name-only', '--no-renames', '-z');
  return listed.split('\0').filter((path) => path !== '');
};
