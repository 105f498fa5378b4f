import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Ancestor } from '../seats/ancestors.ts';
import { agentProgramIn, type Env, type Identity, programSessionOf } from '../seats/identity.ts';
import { atLeast, plainWord, runProgramFile, versionOf } from './program-start.ts';
import { ranks, type WakeAdapter } from './wake-adapter.ts';

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
export const claudeSocket = (env: Env, ancestors: () => readonly Ancestor[]): WakeAdapter | undefined => {
  const path = env['CLAUDE_CODE_MESSAGING_SOCKET'];
  const token = env['CLAUDE_CODE_MESSAGING_TOKEN'];
  if (!path || !token) return undefined;
  return {
    via: 'claude-code socket',
    mode: 'idle',
    rank: ranks.direct,
    async check(signal) {
      const programs = ancestors().map(({ argv }) => agentProgramIn(argv));
      if (programs.find((name) => name !== undefined) !== 'claude-code') {
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
const isCodexExec = (ancestors: readonly Ancestor[]): boolean => {
  const words = ancestors.find(({ argv }) => agentProgramIn(argv) !== undefined)?.argv ?? [];
  const name = words.findIndex((word) => /(?:^|[\\/])codex(?:\.js|\.exe)?$/.test(word));
  const after = words.slice(name + 1);
  const word = after.find(
    (one, at) => headless.has(one) || (!one.startsWith('-') && !(after[at - 1]?.startsWith('-') ?? false)),
  );
  return word !== undefined && headless.has(word);
};

export const adaptersHere = (identity: Identity, env: Env, ancestors: () => readonly Ancestor[]): WakeAdapter[] => {
  const session = programSessionOf(identity);
  if (identity.program === 'codex' && session !== undefined) {
    return isCodexExec(ancestors()) ? [] : [codexQueue(session, env)];
  }
  const socket = identity.program === 'claude-code' ? claudeSocket(env, ancestors) : undefined;
  return socket ? [socket] : [];
};
