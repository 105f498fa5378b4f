import type { Env } from '../seats/identity.ts';
import { plainWord } from './program-start.ts';
import { atLeast, runProgramFile, versionOf } from './program-version.ts';
import { ranks, type WakeAdapter } from './wake-adapter.ts';

const oldest = '0.149.0';

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
    if (!atLeast(version, oldest)) throw new Error(`Codex ${version} has no message queue; ${oldest} has.`);
    return `Codex ${version} has a queue`;
  },
  async wake(pointer, signal) {
    const words = ['queue', '--thread', thread, '--message', plainWord(pointer)];
    await runProgramFile('codex', words, env, signal);
    return 'kept';
  },
});
