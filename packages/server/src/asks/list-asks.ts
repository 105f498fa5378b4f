import {
  type Ask,
  type AskStatus,
  type Endpoints,
  type QueryOf,
  type SessionState,
  utf8Bytes,
} from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import { numberCursor, type Page, pageWithin } from '../storage/page.ts';
import { sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { type AskRow, getAskRow, presentAsk, selectAsks } from './ask-store.ts';

export const getAsk = async (db: Queries, sessionId: string, askId: string): Promise<Ask> =>
  presentAsk(await getAskRow(db, sessionId, askId));

/** The asks of a session, newest first (ASK-5). */
export const listAsks = async (
  db: Queries,
  sessionId: string,
  { limit, cursor, status }: QueryOf<Endpoints['listAsks']>,
  present = presentAsk,
): Promise<Page<Ask>> => {
  const before = numberCursor('asks', cursor) ?? Number.MAX_SAFE_INTEGER;
  const ofStatus = status === undefined ? sql`` : sql` and status = ${status}`;
  const rows = await selectAsks(
    db,
    sql`session_id = ${sessionId} and created_seq < ${before}${ofStatus}
      order by created_seq desc limit 0 + ${limit + 1}`,
  );
  const { items, nextCursor } = pageWithin('asks', rows, limit, ({ created_seq }) => created_seq, bytesOf);
  return { items: items.map(present), nextCursor };
};

/** The approximate size of an ask in an answer, in bytes. */
const bytesOf = ({ title, details, options, answer }: AskRow): number =>
  [title, details, options, answer].reduce((sum, text) => sum + utf8Bytes(text), 800);

type PastAsk = Pick<
  AskRow,
  'id' | 'kind' | 'asker_id' | 'asker_name' | 'title' | 'requires' | 'task_id' | 'expires_at' | 'created_at'
>;

/** The asks as they were after an event: those that were open, and how many had ended (TIME-3). */
export const listAsksAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['asks']> => {
  const open = await db.all<PastAsk>`
    select id, kind, asker_id, asker_name, title, requires, task_id, expires_at, created_at from ask
    where session_id = ${sessionId} and created_seq <= ${seq} and (seq > ${seq} or status = 'open') order by created_seq
  `;
  const ended = await db.all<{ status: AskStatus; asks: number }>`
    select status, count(*) as asks from ask
    where session_id = ${sessionId} and seq <= ${seq} and status <> 'open' group by status
  `;
  const count = (status: AskStatus): number => ended.find((row) => row.status === status)?.asks ?? 0;
  return {
    open: open.map((row) => ({
      id: row.id,
      kind: row.kind,
      askedBy: { agentId: row.asker_id, agentName: row.asker_name },
      title: row.title,
      requires: row.requires,
      taskId: row.task_id,
      expiresAt: isoTime(row.expires_at),
      createdAt: isoTime(row.created_at),
    })),
    answered: count('answered'),
    expired: count('expired'),
    withdrawn: count('withdrawn'),
  };
};
