import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Env } from '../seats/identity.ts';
import { installedCommand } from '../setup/installed-command.ts';
import { git } from './staged-paths.ts';

const mark = '# Written by pairspace guard --install. Delete this file to take it away.';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Writes the hook that Git runs before a commit; returns its path. A hook of somebody else stays as it is. */
export const installHook = async (env: Env): Promise<string> => {
  const folder = (await git(env, 'rev-parse', '--path-format=absolute', '--git-path', 'hooks')).replace(/\r?\n$/, '');
  const path = join(folder, 'pre-commit');
  const launcher = (await installedCommand(env)).map(quoted).join(' ');
  const before = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return mark;
    throw error;
  });
  if (!before.split(/\r?\n/).includes(mark)) {
    throw new CommandError(
      exitCodes.conflict,
      `"${path}" is a hook of somebody else, and stays as it is.`,
      `Add this line to it: ${launcher} guard --quiet; [ $? -ne 5 ] || exit 1`,
    );
  }
  await mkdir(dirname(path), { recursive: true });
  // Only a held path (exit code 5) stops a commit: a missing seat and an unreachable service do not.
  await writeFile(path, `#!/bin/sh\n${mark}\n${launcher} guard --quiet\n[ $? -ne 5 ]\n`);
  await chmod(path, 0o755);
  return path;
};
