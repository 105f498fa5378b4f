import { conflict, ServiceError, type SessionStatus, type Visibility } from '@pairspace/protocol';
import type { Queries, Transaction } from '../storage/storage.ts';

/** The facts about a session that every operation needs. */
export interface SessionHead {
  id: string;
  status: SessionStatus;
  visibility: Visibility;
  lastSeq: number;
  /** The hash of the newest event. */
  lastHash: string;
  /** Bytes that the session stores. */
  storedBytes: number;
  /** Null if no webhook can want the events of the session, 1 if a webhook may. */
  watched: 1 | null;
}

export const findSessionHead = (db: Queries, sessionId: string): Promise<SessionHead | undefined> =>
  db.get<SessionHead>`
    select id, status, visibility, last_seq as "lastSeq", last_hash as "lastHash", stored_bytes as "storedBytes",
      case when exists (select 1 from webhook_subscription where session_id = ${sessionId})
        or exists (select 1 from webhook_subscription where session_id = '*') then 1 end as watched
    from session where id = ${sessionId}
  `;

export const getSessionHead = async (db: Queries, sessionId: string): Promise<SessionHead> => {
  const head = await findSessionHead(db, sessionId);
  if (!head) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  return head;
};

/**
 * Returns the session if it takes writes; throws for a completed session, which is read-only (SES-9). `known` is the
 * session if this transaction has read it already.
 */
export const getOpenSession = async (
  tx: Transaction,
  sessionId: string,
  known?: Promise<SessionHead | undefined>,
): Promise<SessionHead> => {
  const head = (await known) ?? (await getSessionHead(tx, sessionId));
  if (head.status === 'completed') {
    throw conflict(
      'session_completed',
      'This session is completed and read-only. Set its status to "active" to reopen it.',
    );
  }
  return head;
};
