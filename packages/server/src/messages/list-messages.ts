import { type Endpoints, invalid, pageBytes, type QueryOf } from '@pairspace/protocol';
import { decodeCursor } from '../lib/cursor.ts';
import { numberCursor, type Page, pageOfRows, pageWithin } from '../storage/page.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';

interface MessageRow {
  seq: number;
  /** JSON text of the message; null if it exceeds its share of a page, and may not fit. */
  data: string | null;
}

const seqOfRow = ({ seq }: { seq: number }): number => seq;

interface Range {
  sessionId: string;
  msgType: string | undefined;
  limit: number;
  shareBytes: number;
}

/** Messages as JSON text, oldest first: those after a point, or the newest before one (MSG-5, MSG-6). */
export const listMessages = async (
  db: Queries,
  sessionId: string,
  { since, before, msgType, limit, cursor }: QueryOf<Endpoints['listMessages']>,
): Promise<Page<string>> => {
  if (since !== undefined && before !== undefined)
    throw invalid('query.before', 'must not be sent together with since');
  const range = { sessionId, msgType, limit: limit + 1, shareBytes: Math.floor(pageBytes / limit) };
  if (since !== undefined || isForward(cursor)) {
    const after =
      cursor === undefined ? await seqOf(db, sessionId, 'since', since) : numberCursor('messages-since', cursor);
    const rows = await rowsWithin(db, range, sql`seq > ${after ?? 0} order by seq`);
    return pageOf(db, sessionId, 'messages-since', rows, limit);
  }
  const until =
    cursor === undefined ? await seqOf(db, sessionId, 'before', before) : numberCursor('messages-before', cursor);
  const rows = await rowsWithin(db, range, sql`seq < ${until ?? Number.MAX_SAFE_INTEGER} order by seq desc`);
  const { items, nextCursor } = await pageOf(db, sessionId, 'messages-before', rows, limit);
  return { items: items.reverse(), nextCursor };
};

const pageOf = async (
  db: Queries,
  sessionId: string,
  kind: 'messages-since' | 'messages-before',
  rows: readonly MessageRow[],
  limit: number,
): Promise<Page<string>> => {
  if (rows.every(({ data }) => data !== null)) {
    const { items, nextCursor } = pageOfRows(kind, rows, limit, seqOfRow);
    return { items: items.map(({ data }) => data ?? ''), nextCursor };
  }
  const sized = await Promise.all(rows.map((row) => withSize(db, sessionId, row)));
  const { items, nextCursor } = pageWithin(kind, sized, limit, seqOfRow, ({ bytes }) => bytes);
  const texts = await Promise.all(items.map(async ({ seq, data }) => data ?? (await readMessage(db, sessionId, seq))));
  // A missing message was deleted with its session.
  return { items: texts.filter((text) => text !== undefined), nextCursor };
};

const withSize = async (db: Queries, sessionId: string, { seq, data }: MessageRow) => {
  if (data !== null) return { seq, data, bytes: Buffer.byteLength(data) };
  const row = await db.get<{ bytes: number }>`
    select octet_length(data) as bytes from event where session_id = ${sessionId} and seq = ${seq}
  `;
  return { seq, data, bytes: row?.bytes ?? 0 };
};

const readMessage = async (db: Queries, sessionId: string, seq: number): Promise<string | undefined> => {
  const row = await db.get<{ data: string }>`
    select data from event where session_id = ${sessionId} and seq = ${seq}
  `;
  return row?.data;
};

/** A cursor contains its own direction. */
const isForward = (cursor: string | undefined): boolean =>
  cursor !== undefined && decodeCursor('messages-since', cursor) !== undefined;

/** A point in the log, given as a seq or as the id of a message. */
const seqOf = async (
  db: Queries,
  sessionId: string,
  name: 'since' | 'before',
  point: string | undefined,
): Promise<number | undefined> => {
  if (point === undefined) return undefined;
  if (/^\d+$/.test(point)) return Number(point);
  const row = await db.get<{ seq: number }>`
    select seq from event where session_id = ${sessionId} and entity_id = ${point} and event = 'message.created'
  `;
  if (!row) throw invalid(`query.${name}`, 'must be a seq or the id of a message of this session');
  return row.seq;
};

/** An index leaves out chats, because most messages are chats. */
const isOfType = (msgType: string | undefined): Sql => {
  if (msgType === undefined) return sql`event = 'message.created'`;
  if (msgType === 'chat') return sql`event = 'message.created' and msg_type = 'chat'`;
  return sql`msg_type = ${msgType} and msg_type <> 'chat'`;
};

/** The messages of a range that are within bounds, in their order. */
const rowsWithin = (
  db: Queries,
  { sessionId, msgType, limit, shareBytes }: Range,
  ordered: Sql,
): Promise<MessageRow[]> =>
  db.all<MessageRow>(
    ...statement(sql`
      select seq, case when octet_length(data) <= ${shareBytes} then data end as data from event
      where session_id = ${sessionId} and ${isOfType(msgType)} and ${ordered} limit 0 + ${limit}
    `),
  );
