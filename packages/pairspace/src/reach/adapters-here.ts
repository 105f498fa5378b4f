import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import type { Ancestors } from '../seats/ancestors.ts';
import { agentProgramIn, type Env, type Identity, programAbove, programSessionOf } from '../seats/identity.ts';
import { ranks, type WakeAdapter } from './wake-adapter.ts';

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
const runWithinMs = 10_000;

/** Runs a program of the search path of `env` to its end. Throws with its words when it fails. */
const runProgramFile = async (
  program: string,
  args: readonly string[],
  env: Env,
  signal: AbortSignal,
): Promise<{ stdout: string }> => {
  const { file, args: words, ...how } = startOf(program, args, env);
  try {
    return await run(file, words, { ...how, signal, timeout: runWithinMs, maxBuffer: 2 ** 20, windowsHide: true });
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${program} is not found on this machine.`, { cause });
    const said = stderr.trim().split('\n').at(-1) ?? '';
    throw new Error(`${program} ${args[0] ?? ''} failed${said === '' ? '' : `: ${said.slice(0, 200)}`}.`, { cause });
  }
};

/** The version of an agent program, as `<program> --version` says. Throws where the program is not found. */
const versionOf = async (program: string, env: Env, signal: AbortSignal): Promise<string> => {
  const { stdout } = await runProgramFile(program, ['--version'], env, signal);
  const version = /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(stdout.slice(0, 10_000))?.[0];
  if (version === undefined) throw new Error(`${program} --version names no version.`);
  return version;
};

export const atLeast = (version: string, oldest: string): boolean =>
  version.localeCompare(oldest, 'en', { numeric: true }) >= 0;

const oldestCodex = '0.149.0';
const oldestClaude = process.platform === 'win32' ? '2.1.234' : '2.1.224';
const withinMs = 5000;

const openSocket = async (path: string, signal: AbortSignal): Promise<Socket> => {
  const socket = connect(path);
  await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]) });
  return socket;
};

/**
 * The inbox socket of Claude Code. The program gives its address and a token to its child processes. A message reaches
 * the agent while it works and while it is idle. The socket ignores a malformed message silently. The program ends its
 * half of a connection when it has read all of it; a program that is stopped leaves what was written in the buffer.
 * Another program that runs inside Claude Code inherits the address and would reach the wrong agent. So the nearest
 * agent program above this process must be Claude Code.
 */
export const claudeSocket = (env: Env, ancestors: Ancestors): WakeAdapter | undefined => {
  const path = env['CLAUDE_CODE_MESSAGING_SOCKET'];
  const token = env['CLAUDE_CODE_MESSAGING_TOKEN'];
  if (!path || !token) return undefined;
  return {
    via: 'claude-code socket',
    mode: 'idle',
    rank: ranks.direct,
    async check(signal) {
      if (programAbove(ancestors) !== 'claude-code') {
        throw new Error('The socket is that of another program above this one.');
      }
      const version = await versionOf('claude', env, signal);
      if (!atLeast(version, oldestClaude))
        throw new Error(`Claude Code ${version} has no inbox socket; ${oldestClaude} has.`);
      (await openSocket(path, signal)).destroy();
      return `Claude Code ${version} listens`;
    },
    async wake(pointer, signal) {
      const socket = await openSocket(path, signal);
      const lines = [
        { type: 'auth', token },
        { type: 'user', message: { role: 'user', content: pointer } },
      ];
      socket.on('error', () => undefined).resume();
      socket.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const limit = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
      const handed = await once(socket, 'end', { signal: limit }).then(
        () => undefined,
        () => 'kept' as const,
      );
      socket.destroy();
      return handed;
    },
  };
};

/**
 * The message queue of Codex. A queued message waits for the end of a turn and begins the next one. Codex shows it as
 * the user's own input, so the pointer says that it is a notice. A successful call does not prove that the thread is
 * loaded, and after an interruption Codex keeps its queue until its user types.
 */
export const codexQueue = (thread: string, env: Env): WakeAdapter => ({
  via: 'codex queue',
  mode: 'idle',
  waitsForTurn: true,
  rank: ranks.direct,
  async check(signal) {
    const version = await versionOf('codex', env, signal);
    if (!atLeast(version, oldestCodex)) throw new Error(`Codex ${version} has no message queue; ${oldestCodex} has.`);
    return `Codex ${version} has a queue`;
  },
  async wake(pointer, signal) {
    const words = ['queue', '--thread', thread, '--message', plainWord(pointer)];
    await runProgramFile('codex', words, env, signal);
    return 'kept';
  },
});

/** Words of `codex` that run one prompt and end. */
const headless = new Set(['exec', 'e', 'review']);

/** Whether the nearest Codex above is `codex exec`, which reads no queue. Options may stand before that word. */
const isCodexExec = (ancestors: ReturnType<Ancestors>): boolean => {
  const words = ancestors.find((argv) => agentProgramIn(argv) !== undefined) ?? [];
  const name = words.findIndex((word) => /(?:^|[\\/])codex(?:\.js|\.exe)?$/.test(word));
  const after = words.slice(name + 1);
  const word = after.find(
    (one, at) => headless.has(one) || (!one.startsWith('-') && !(after[at - 1]?.startsWith('-') ?? false)),
  );
  return word !== undefined && headless.has(word);
};

export const adaptersHere = (identity: Identity, env: Env, ancestors: Ancestors): WakeAdapter[] => {
  const session = programSessionOf(identity);
  if (identity.program === 'codex' && session !== undefined) {
    return isCodexExec(ancestors()) ? [] : [codexQueue(session, env)];
  }
  const socket = identity.program === 'claude-code' ? claudeSocket(env, ancestors) : undefined;
  return socket ? [socket] : [];
};
