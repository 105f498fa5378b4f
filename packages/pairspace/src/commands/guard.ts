import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ConnectionFailed } from '@pairspace/client';
import { holderWords, inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { findHeldPaths } from '../guard/held-paths.ts';
import type { Env } from '../seats/identity.ts';
import { readIfThere } from '../seats/private-files.ts';
import { installedCommand } from '../setup/installed-command.ts';
import { jsonLine, line } from '../terminal/text.ts';
import { openSeat } from '../work/open-seat.ts';

const mostBytes = 64 * 1024 * 1024;

const git = async (env: Env, ...args: string[]): Promise<string> => {
  try {
    const around = { env: { ...process.env, ...env }, maxBuffer: mostBytes };
    return (await promisify(execFile)('git', args, around)).stdout;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing ? 'Git is not installed here.' : 'This folder is not one of a Git repository.';
    throw new CommandError('failed', why, 'Run it in a working copy: cd <repository>');
  }
};

/** The staged paths relative to the root of the repository. A renamed file appears under both names. */
const stagedPaths = async (env: Env): Promise<string[]> => {
  const listed = await git(env, 'diff', '--cached', '--name-only', '--no-renames', '-z');
  return listed.split('\0').filter((path) => path !== '');
};

const mark = '# Written by pairspace guard --install. Delete this file to take it away.';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Writes the hook that Git runs before a commit; returns its path. A hook of somebody else stays as it is. */
const installHook = async (env: Env): Promise<string> => {
  const folder = (await git(env, 'rev-parse', '--path-format=absolute', '--git-path', 'hooks')).replace(/\r?\n$/, '');
  const path = join(folder, 'pre-commit');
  const launcher = installedCommand(env).map(quoted).join(' ');
  const before = readIfThere(path)?.toString() ?? mark;
  if (!before.split(/\r?\n/).includes(mark)) {
    throw new CommandError(
      'conflict',
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

const mostShown = 20;
const longestMs = 5000;

export const guard = command({
  summary: 'refuse staged paths that a task of another agent holds',
  options: { install: { help: 'have Git run it before each commit in this repository' } },
  about: [
    'It compares what is staged, from the root of the repository on, with the paths of the tasks in work, and ends with 5 when one of them is held by another agent.',
    'The hook of Git keeps a commit back then alone, and not where there is no seat or no service.',
  ],
  examples: ['pairspace guard', 'pairspace guard --install'],
  async run(run) {
    const { given, terminal, env } = run;
    if (given.install) {
      const path = await installHook(env);
      terminal.print(given.json ? jsonLine({ path }) : `Wrote ${path}.`);
      return exitCodes.done;
    }
    const paths = await stagedPaths(env);
    const { client, sessionId, seat } = await openSeat(run);
    const agentId = seat.kind === 'agent' ? seat.agentId : undefined;
    // The timeout keeps a service that does not answer from blocking the commit.
    const limit = AbortSignal.timeout(longestMs);
    const signal = AbortSignal.any([run.signal, limit]);
    const held = await findHeldPaths({ client, sessionId, agentId, signal }, paths).catch((error: unknown) => {
      throw error === limit.reason ? new ConnectionFailed(seat.service, error) : error;
    });
    if (given.json) terminal.print(jsonLine({ held }));
    else {
      for (const { path, task } of held.slice(0, mostShown)) {
        terminal.error(`${inQuotes(path, 200)} is held by ${holderWords(task)}`);
      }
      if (held.length > mostShown) terminal.error(line`… and ${held.length - mostShown} more`);
      if (held.length === 0) terminal.note('No staged path is held by another agent.');
      else terminal.error('  → ask the owner; git commit --no-verify commits all the same');
    }
    return held.length === 0 ? exitCodes.done : exitCodes.conflict;
  },
});
