import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Env } from '../seats/identity.ts';

/**
 * Characters that a Windows shell takes literally within quotation marks, in every code page. `%` is not among them,
 * because the shell expands it there too. Letters outside of ASCII are not, because a program with another code page
 * can read them as other characters.
 */
const plain = "A-Za-z0-9 .,:;#@/_'\\[\\]-";
const isPlain = new RegExp(`^[${plain}]+$`);
const notPlain = new RegExp(`[^${plain}]`, 'gu');

/** A text that `startOf` accepts: on Windows, with `_` for each character that the shell could interpret. */
export const plainWord = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? text.replace(notPlain, '_') : text;

/**
 * The start of a program of the search path. On Windows, npm installs a script, which needs a shell. The shell gets
 * plain words only; any other word is refused here, before anything is started.
 */
export const startOf = (
  program: string,
  args: readonly string[],
  env: Env,
  platform: NodeJS.Platform = process.platform,
): { file: string; args: readonly string[]; shell: boolean; env: Env } => {
  if (platform !== 'win32') return { file: program, args, shell: false, env };
  const words = [program, ...args];
  if (!words.every((word) => isPlain.test(word))) {
    throw new Error(`${plainWord(program, platform)} is not started: a word for it could be read by the shell.`);
  }
  // The words are joined here, because Node would quote none.
  const file = words.map((word) => `"${word}"`).join(' ');
  // The shell looks into the current folder first, where a project may have put anything.
  return { file, args: [], shell: true, env: { ...env, NoDefaultCurrentDirectoryInExePath: '1' } };
};

const run = promisify(execFile);
const withinMs = 10_000;

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
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${program} is not found on this machine.`, { cause });
    const said = stderr.trim().split('\n').at(-1) ?? '';
    throw new Error(`${program} ${args[0] ?? ''} failed${said === '' ? '' : `: ${said.slice(0, 200)}`}.`, { cause });
  }
};

/** The version of an agent program, as `<program> --version` says. Throws where the program is not found. */
export const versionOf = async (program: string, env: Env, signal: AbortSignal): Promise<string> => {
  const { stdout } = await runProgramFile(program, ['--version'], env, signal);
  const version = /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(stdout.slice(0, 10_000))?.[0];
  if (version === undefined) throw new Error(`${program} --version names no version.`);
  return version;
};

export const atLeast = (version: string, oldest: string): boolean =>
  version.localeCompare(oldest, 'en', { numeric: true }) >= 0;
