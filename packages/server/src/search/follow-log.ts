import type { Visibility } from '@pairspace/protocol';
import { indexEntry, searchedUnits } from '../events/index-entry.ts';
import { readEventRows } from '../events/read-events.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { entryOf, loaders } from './kinds.ts';

/** The bounds of a step, which is one transaction. */
const stepEvents = 100;
const stepBytes = 256 * 1024;

/**
 * Indexes what has changed in the sessions that wait for it, or in one of them, until the time is over; returns the
 * number of these sessions.
 */
export const followLogs = async (
  { storage, read }: { storage: Pick<Storage, 'write'>; read: Queries },
  only = '',
  endsAt = Infinity,
): Promise<number> => {
  const waiting = await read.all<{ session: string }>`
    select session_id as session from unindexed where ${only} = '' or session_id = ${only} limit 1000
  `;
  for (const { session } of waiting) {
    const step = () => storage.write((tx) => followLog(tx, session), { session, durable: false });
    while (performance.now() < endsAt && (await step()));
  }
  return waiting.length;
};

/** Indexes the entries of the next events of a session; returns whether there is more to do. */
const followLog = async (tx: Transaction, sessionId: string): Promise<boolean> => {
  const queued = await tx.get<{ seq: number; visibility: Visibility }>`
    select seq, visibility from unindexed join session on id = session_id where session_id = ${sessionId}
  `;
  if (!queued) return false;
  const rows = await readEventRows(tx, { sessionId, since: queued.seq, limit: stepEvents, bytes: stepBytes });
  const last = rows.at(-1);
  if (!last) {
    await tx.run`delete from unindexed where session_id = ${sessionId}`;
    return false;
  }
  // Of several changes of an entry, only the last one counts.
  const changed = new Map(rows.flatMap((row) => entryOf(row) ?? []).map((ref) => [`${ref.kind} ${ref.ref}`, ref]));
  for (const ref of changed.values()) {
    tx.removeDocument({ sessionId, ...ref });
    const entry = await loaders[ref.kind](tx, sessionId, ref.ref, searchedUnits);
    if (entry) indexEntry(tx, { sessionId, visibility: queued.visibility }, ref, entry);
    await tx.takeTurn();
  }
  await tx.run`update unindexed set seq = ${last.seq} where session_id = ${sessionId}`;
  return true;
};
