import {
  type Delivery,
  type DeliveryError,
  type DeliveryState,
  type DeliveryStatus,
  ServiceError,
} from '@pairspace/protocol';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

export interface DeliveryRow {
  /** Empty in a ping of a webhook that concerns no single session. */
  session_id: string;
  id: string;
  webhook_id: string;
  seq: number | null;
  event: Delivery['event'];
  status: DeliveryStatus;
  /** The attempts of the present round; a redelivery begins a new round. */
  attempts: number;
  attempts_before: number;
  first_attempt_at: number | null;
  last_attempt_at: number | null;
  due_at: number;
  response_status: number | null;
  error: DeliveryError | null;
  created_at: number;
  finished_at: number | null;
}

export const presentDelivery = (row: DeliveryRow): DeliveryState => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  sessionId: row.session_id === '' ? null : row.session_id,
  seq: row.seq,
  status: row.status,
  attempts: row.attempts_before + row.attempts,
  nextAttemptAt: row.status === 'pending' ? isoTime(row.due_at) : null,
  lastAttemptAt: isoTimeOrNull(row.last_attempt_at),
  responseStatus: row.response_status,
  error: row.error,
  createdAt: isoTime(row.created_at),
  finishedAt: isoTimeOrNull(row.finished_at),
});

export const getDelivery = async (db: Queries, webhookId: string, id: string): Promise<DeliveryRow> => {
  const row = await db.get<DeliveryRow>`
    select session_id, id, webhook_id, seq, event, status, attempts, attempts_before, first_attempt_at,
      last_attempt_at, due_at, response_status, error, created_at, finished_at
    from delivery where webhook_id = ${webhookId} and id = ${id}
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such delivery of this webhook.');
  return row;
};

/** The number of rows in one sweep, which bounds how long it blocks the writer. */
const sweepRows = 500;

/** Removes some deliveries that ended long ago; returns their number. */
export const forgetOldDeliveries = (tx: Transaction, keptMs: number): Promise<number> =>
  tx.run`
    delete from delivery where (session_id, id) in (
      select session_id, id from delivery where finished_at <= ${tx.now - keptMs} order by finished_at limit 0 + ${sweepRows}
    )
  `;
