import { systemActor } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeSession, loadSession } from './change-session.ts';
import { worksInRealTime } from './policy.ts';

/** Pauses the session of an absent agent, if its agents work in real time (PRES-5). */
export const pauseSession = async (tx: Transaction, sessionId: string): Promise<void> => {
  const loaded = await loadSession(tx, sessionId);
  if (!worksInRealTime(loaded.row)) return;
  await changeSession(tx, loaded, {
    event: 'session.paused',
    actor: systemActor,
    changes: { status: 'paused' },
  });
};
