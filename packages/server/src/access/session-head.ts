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
  /** Null where no webhook can want its events; left out where nobody has looked. */
  watched?: 1 | null | undefined;
  /** The number of the last event that took access from somebody; left out where nobody has looked. */
  narrowedSeq?: number;
}

/** The session at the end of a transaction, for the next transaction of the same commit. */
export class KnownSession {
  readonly head: SessionHead;

  constructor(head: SessionHead) {
    this.head = head;
  }
}

/** The head that a transaction read before its work began; valid until the work takes it once. */
const preloaded = new WeakMap<Queries, { sessionId: string; head: SessionHead | Promise<SessionHead | undefined> }>();

/**
 * The session at the beginning of a transaction, so that its work need not read it again. The previous transaction of
 * the commit may have passed it on; otherwise it is read.
 */
export const preloadSessionHead = (
  tx: Transaction,
  sessionId: string,
): SessionHead | Promise<SessionHead | undefined> => {
  const head = inheritedHead(tx, sessionId) ?? readHead(tx, sessionId);
  preloaded.set(tx, { sessionId, head });
  return head;
};

const inheritedHead = ({ inherited }: Transaction, sessionId: string): SessionHead | undefined =>
  inherited instanceof KnownSession && inherited.head.id === sessionId && inherited.head.narrowedSeq !== undefined
    ? inherited.head
    : undefined;

/** Columns of the row and nothing else: on PostgreSQL this read also locks the row, which saves a statement. */
const readHead = (tx: Transaction, sessionId: string): Promise<SessionHead | undefined> =>
  tx.get<SessionHead>`
    select id, status, visibility, last_seq as "lastSeq", last_hash as "lastHash", stored_bytes as "storedBytes", narrowed_seq as "narrowedSeq"
    from session where id = ${sessionId}
  `;

export const findSessionHead = (
  db: Queries,
  sessionId: string,
): SessionHead | undefined | Promise<SessionHead | undefined> => {
  const known = preloaded.get(db);
  preloaded.delete(db);
  if (known?.sessionId === sessionId) return known.head;
  return db.get<SessionHead>`
    select id, status, visibility, last_seq as "lastSeq", last_hash as "lastHash", stored_bytes as "storedBytes" from session
    where id = ${sessionId}
  `;
};

export const getSessionHead = async (db: Queries, sessionId: string): Promise<SessionHead> => {
  const head = await findSessionHead(db, sessionId);
  if (!head) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  return head;
};

/** The session, if it takes writes; a completed one is read-only (SES-9). */
export const getOpenSession = async (tx: Transaction, sessionId: string): Promise<SessionHead> => {
  const head = await getSessionHead(tx, sessionId);
  if (head.status === 'completed') {
    throw conflict(
      'session_completed',
      'This session is completed and read-only. Set its status to "active" to reopen it.',
    );
  }
  return head;
};
