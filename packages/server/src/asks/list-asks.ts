import {
  type Ask,
  type AskStatus,
  type Endpoints,
  type QueryOf,
  type SessionState,
  utf8Bytes,
} from '@pairspace/protocol';
import { countEndedAt, type EntityRow } from '../events/entity-store.ts';
import { numberCursor, type Page, pageWithin } from '../storage/page.ts';
import { sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { loggedAsk, presentAsk, selectAsks } from './ask-store.ts';

/** The asks of a session, newest first (ASK-5). */
export const listAsks = async (
  db: Queries,
  sessionId: string,
  { limit, cursor, status }: QueryOf<Endpoints['listAsks']>,
  present = presentAsk,
): Promise<Page<Ask>> => {
  const before = numberCursor('asks', cursor) ?? Number.MAX_SAFE_INTEGER;
  const ofStatus = status === undefined ? sql`` : sql` and data ->> 'status' = ${status}`;
  const rows = await selectAsks(
    db,
    sessionId,
    sql`created_seq < ${before}${ofStatus} order by created_seq desc limit 0 + ${limit + 1}`,
  );
  const { items, nextCursor } = pageWithin('asks', rows, limit, ({ created_seq }) => created_seq, bytesOf);
  return { items: items.map(present), nextCursor };
};

/** The size of an ask in an answer, in bytes. */
const bytesOf = ({ data }: EntityRow): number => utf8Bytes(data);

/** The asks as they were after an event: those that were open, and how many had ended (TIME-3). */
export const listAsksAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['asks']> => {
  const open = await selectAsks(
    db,
    sessionId,
    sql`created_seq <= ${seq} and (seq > ${seq} or ended_at is null) order by created_seq`,
  );
  const ended = await countEndedAt(db, { sessionId, kind: 'ask' }, seq);
  const count = (status: AskStatus): number => ended.get(status) ?? 0;
  return {
    open: open.map((row) => {
      const { id, kind, askedBy, title, requires, taskId, expiresAt, createdAt } = loggedAsk(row);
      return { id, kind, askedBy, title, requires, taskId, expiresAt, createdAt };
    }),
    answered: count('answered'),
    expired: count('expired'),
    withdrawn: count('withdrawn'),
  };
};
