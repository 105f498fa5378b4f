import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { isoTime } from '../lib/clock.ts';
import { drain } from '../lib/drain.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { findAsk } from './ask-store.ts';
import { endAsk } from './end-ask.ts';

const batch = 50;

interface AskKey {
  sessionId: string;
  id: string;
}

/** Open asks whose time is over. The asks of a deleted session are left to its sweep. */
export const listDueAsks = (db: Queries, now: number, limit: number): Promise<AskKey[]> =>
  db.all<AskKey>`
    select session_id as "sessionId", entity.id from entity join session on session.id = session_id
    where kind = 'ask' and ended_at is null and data ->> 'expiresAt' <= ${isoTime(now)}
    order by data ->> 'expiresAt' limit 0 + ${limit}
  `;

/** Ends an ask whose time is over, unless it has ended meanwhile; returns whether it did (ASK-9). */
export const expireAsk = async (tx: Transaction, { sessionId, id }: AskKey): Promise<boolean> => {
  if (!(await findSessionHead(tx, sessionId))) return false;
  const ask = await findAsk(tx, sessionId, id);
  if (ask?.status !== 'open' || Date.parse(ask.expiresAt) > tx.now) return false;
  await endAsk(tx, ask, { status: 'expired' }, systemActor);
  return true;
};

interface AskWatch {
  storage: Storage;
  now: () => number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
  onExpired: () => void;
}

/**
 * A round of the watch of asks. The watch has no state; each transaction decides anew, so that any number of nodes may
 * run it.
 */
export const watchAsks = async ({ storage, now, closing, onExpired }: AskWatch): Promise<void> => {
  const failures = await drain(
    () => listDueAsks(storage.read, now(), batch),
    async (key) => {
      if (await storage.write((tx) => expireAsk(tx, key), { session: key.sessionId })) onExpired();
    },
    { batch, closing },
  );
  if (failures.length > 0) throw failures[0];
};
