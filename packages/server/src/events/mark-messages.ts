import type { Queries, Transaction } from '../storage/storage.ts';

/** The number of events from one mark to the next. */
export const markEvery = 256;

/**
 * Stores the number of messages before every 256th event, so that the number after any event can be computed from few
 * rows.
 */
export const markMessages = (tx: Transaction, sessionId: string, seq: number): void => {
  if (seq % markEvery !== 0) return;
  tx.queueWrite`
    insert into message_mark (session_id, seq, messages)
    select ${sessionId}, cast(${seq} as bigint), coalesce((
      select messages from message_mark where session_id = ${sessionId} and seq < ${seq} order by seq desc limit 1
    ), 0) + (
      select count(*) from event where session_id = ${sessionId} and event = 'message.created' and seq < ${seq} and seq >= coalesce((
        select seq from message_mark where session_id = ${sessionId} and seq < ${seq} order by seq desc limit 1
      ), 0)
    )
  `;
};

/** Returns the number of messages that the log held after the event `seq` (TIME-3). */
export const countMessages = async (db: Queries, sessionId: string, seq: number): Promise<number> => {
  const mark = await db.get<{ seq: number; messages: number }>`
    select seq, messages from message_mark where session_id = ${sessionId} and seq <= ${seq} order by seq desc limit 1
  `;
  const since = await db.get<{ messages: number }>`
    select count(*) as messages from event
    where session_id = ${sessionId} and event = 'message.created' and seq >= ${mark?.seq ?? 0} and seq <= ${seq}
  `;
  return (mark?.messages ?? 0) + (since?.messages ?? 0);
};
