import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Ancestor } from '../seats/ancestors.ts';
import { agentProgramIn, type Env } from '../seats/identity.ts';
import { atLeast, versionOf } from './program-version.ts';
import { ranks, type WakeAdapter } from './wake-adapter.ts';

const oldest = process.platform === 'win32' ? '2.1.234' : '2.1.224';
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
      if (!atLeast(version, oldest)) throw new Error(`Claude Code ${version} has no inbox socket; ${oldest} has.`);
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
      const isRead = await once(socket, 'end', { signal: limit }).then(
        () => true,
        () => false,
      );
      socket.destroy();
      return isRead ? undefined : 'kept';
    },
  };
};
