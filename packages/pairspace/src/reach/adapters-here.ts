import type { Ancestor } from '../seats/ancestors.ts';
import { type Identity, programSessionOf } from '../seats/identity.ts';
import { claudeSocket } from './claude-socket.ts';
import { codexQueue } from './codex-queue.ts';
import type { WakeAdapter } from './wake-adapter.ts';

/** The adapters that reach an agent program from a process that it has started. */
export const adaptersHere = (
  identity: Identity,
  env: Readonly<Record<string, string | undefined>>,
  ancestors: () => readonly Ancestor[],
): WakeAdapter[] => {
  const session = programSessionOf(identity);
  if (identity.program === 'codex' && session !== undefined) return [codexQueue(session, env)];
  const socket = identity.program === 'claude-code' ? claudeSocket(env, ancestors) : undefined;
  return socket ? [socket] : [];
};
