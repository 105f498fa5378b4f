import type { Env } from '../seats/identity.ts';
import { plainWord } from './program-start.ts';
import { atLeast, runProgramFile, versionOf } from './program-version.ts';
import { ranks, type WakeAdapter } from './wake-adapter.ts';

const oldest = '0.149.0';

/**
 * The message queue of Codex. A message waits there for the end of a turn and begins the next one. It comes as the
 * user's own input, which is why a pointer says what it is. That it was queued does not say that the thread is loaded.
 */
export const codexQueue = (thread: string, env: Env): WakeAdapter => ({
  via: 'codex queue',
  mode: 'idle',
  waitsForTurn: true,
  rank: ranks.direct,
  async check(signal) {
    const version = await versionOf('codex', env, signal);
    if (!atLeast(version, oldest)) throw new Error(`Codex ${version} has no message queue; ${oldest} has.`);
    return `Codex ${version} has a queue`;
  },
  async wake(pointer, signal) {
    const words = ['queue', '--thread', thread, '--message', plainWord(pointer)];
    await runProgramFile('codex', words, env, signal);
  },
});
