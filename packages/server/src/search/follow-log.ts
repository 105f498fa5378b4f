import type { Visibility } from '@pairspace/protocol';
import { indexEntry } from '../events/index-entry.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { loadEntry } from './load-entry.ts';

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
  const rows = await tx.all<{ seq: number; id: string | null; bytes: number }>`
    select seq, entity_id as id, octet_length(data) as bytes from event
    where session_id = ${sessionId} and seq > ${queued.seq} order by seq limit ${stepEvents}
  `;
  let { seq } = queued;
  let left = stepBytes;
  // Of several changes of an entry, only the last one counts.
  const changed = new Set<string>();
  for (const row of rows) {
    if (left <= 0) break;
    left -= row.bytes;
    seq = row.seq;
    if (row.id !== null) changed.add(row.id);
  }
  for (const id of changed) {
    tx.removeDocument({ sessionId, id });
    const entry = await loadEntry({ db: tx, sessionId }, id);
    if (entry) indexEntry(tx, { sessionId, visibility: queued.visibility }, entry);
    await tx.takeTurn();
  }
  if (rows.length === 0) await tx.run`delete from unindexed where session_id = ${sessionId}`;
  else await tx.run`update unindexed set seq = ${seq} where session_id = ${sessionId}`;
  return rows.length > 0;
};
