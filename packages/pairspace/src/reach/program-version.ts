import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Env } from '../seats/identity.ts';
import { startOf } from './program-start.ts';

const run = promisify(execFile);
const withinMs = 10_000;

/** The version of an agent program, as `<program> --version` says. Throws where the program is not found. */
export const versionOf = async (program: string, env: Env, signal: AbortSignal): Promise<string> => {
  const { stdout } = await runProgramFile(program, ['--version'], env, signal);
  const version = /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(stdout.slice(0, 10_000))?.[0];
  if (version === undefined) throw new Error(`${program} --version names no version.`);
  return version;
};

/** Runs a program of the search path of `env` to its end. Throws with its words when it fails. */
export const runProgramFile = async (
  program: string,
  args: readonly string[],
  env: Env,
  signal: AbortSignal,
): Promise<{ stdout: string }> => {
  const { file, args: words, ...how } = startOf(program, args, env);
  try {
    return await run(file, words, { ...how, signal, timeout: withinMs, maxBuffer: 2 ** 20, windowsHide: true });
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${program} is not found on this machine.`, { cause: error });
    const words = stderr.trim().split('\n').at(-1) ?? '';
    throw new Error(`${program} ${args[0] ?? ''} failed${words === '' ? '' : `: ${words.slice(0, 200)}`}.`, {
      cause: error,
    });
  }
};

/** Compares versions of three numbers. */
export const atLeast = (version: string, oldest: string): boolean => {
  const [have, need] = [version, oldest].map((text) => text.split('.').map(Number));
  for (const [index, wanted] of (need ?? []).entries()) {
    const part = have?.[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
};
