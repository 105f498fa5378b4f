import type { Ancestor } from '../seats/ancestors.ts';
import { agentProgramIn, type Env, type Identity, programSessionOf } from '../seats/identity.ts';
import { claudeSocket } from './claude-socket.ts';
import { codexQueue } from './codex-queue.ts';
import type { WakeAdapter } from './wake-adapter.ts';

/** Words of `codex` that run one prompt and end. */
const headless = new Set(['exec', 'e', 'review']);

/**
 * Whether the nearest Codex above is `codex exec`, which ends with its turn and reads no queue. The word may stand
 * behind options, which may have values.
 */
const isCodexExec = (ancestors: readonly Ancestor[]): boolean => {
  const words = ancestors.find(({ argv }) => agentProgramIn(argv) !== undefined)?.argv ?? [];
  const name = words.findIndex((word) => /(?:^|[\\/])codex(?:\.js|\.exe)?$/.test(word));
  for (const [index, word] of words.entries()) {
    if (index <= name) continue;
    if (headless.has(word)) return true;
    const isValue = index > name + 1 && words[index - 1]?.startsWith('-') === true;
    if (!word.startsWith('-') && !isValue) return false;
  }
  return false;
};

/** The adapters that reach an agent program from a process that it has started. */
export const adaptersHere = (identity: Identity, env: Env, ancestors: () => readonly Ancestor[]): WakeAdapter[] => {
  const session = programSessionOf(identity);
  if (identity.program === 'codex' && session !== undefined) {
    return isCodexExec(ancestors()) ? [] : [codexQueue(session, env)];
  }
  const socket = identity.program === 'claude-code' ? claudeSocket(env, ancestors) : undefined;
  return socket ? [socket] : [];
};
