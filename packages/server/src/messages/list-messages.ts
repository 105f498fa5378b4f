import { type Endpoints, invalid, pageBytes, type QueryOf } from '@pairspace/protocol';
import { numberCursor, type Page, pageWithin } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';

interface MessageRow {
  seq: number;
  bytes: number;
  /** JSON text of the message; null where it takes more than its share of a page, and may not fit. */
  data: string | null;
}

const seqOfRow = ({ seq }: MessageRow): number => seq;
const bytesOfRow = ({ bytes }: MessageRow): number => bytes;

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
    const rows = await rowsAfter(db, range, after ?? 0);
    const page = pageWithin('messages-since', rows, limit, seqOfRow, bytesOfRow);
    return { items: await dataOf(db, sessionId, page.items), nextCursor: page.nextCursor };
  }
  const until =
    cursor === undefined ? await seqOf(db, sessionId, 'before', before) : numberCursor('messages-before', cursor);
  const rows = await rowsBefore(db, range, until ?? Number.MAX_SAFE_INTEGER);
  const page = pageWithin('messages-before', rows, limit, seqOfRow, bytesOfRow);
  return { items: await dataOf(db, sessionId, page.items.reverse()), nextCursor: page.nextCursor };
};

/** The messages of a page, of which the large ones are read only now that they are known to fit. */
const dataOf = async (db: Queries, sessionId: string, rows: readonly MessageRow[]): Promise<string[]> => {
  const read = async (seq: number): Promise<string | undefined> => {
    const row = await db.get<{ data: string }>`
      select data from event where session_id = ${sessionId} and seq = ${seq}
    `;
    return row?.data;
  };
  const texts = await Promise.all(rows.map(async ({ seq, data }) => data ?? (await read(seq))));
  // What is not there any more went with its session.
  return texts.filter((text) => text !== undefined);
};

/** Which way a cursor goes stands in the cursor itself. */
const isForward = (cursor: string | undefined): boolean => {
  if (cursor === undefined) return false;
  try {
    return numberCursor('messages-since', cursor) !== undefined;
  } catch {
    return false;
  }
};

/** A point in the log, given as a seq or as the id of a message. */
const seqOf = async (
  db: Queries,
  sessionId: string,
  name: 'since' | 'before',
  point: string | undefined,
): Promise<number | undefined> => {
  if (point === undefined) return undefined;
  if (/^\d+$/.test(point)) return Number(point);
  const row = await db.get<{ seq: number }>`select seq from message where session_id = ${sessionId} and id = ${point}`;
  if (!row) throw invalid(`query.${name}`, 'must be a seq or the id of a message of this session');
  return row.seq;
};

const rowsAfter = (
  db: Queries,
  { sessionId, msgType, limit, shareBytes }: Range,
  seq: number,
): Promise<MessageRow[]> =>
  msgType === undefined
    ? db.all<MessageRow>`
        select event.seq, octet_length(data) as bytes,
          case when octet_length(data) <= ${shareBytes} then data end as data
        from message
        join event on event.session_id = message.session_id and event.seq = message.seq
        where message.session_id = ${sessionId} and message.seq > ${seq} order by message.seq limit ${limit}
      `
    : db.all<MessageRow>`
        select event.seq, octet_length(data) as bytes,
          case when octet_length(data) <= ${shareBytes} then data end as data
        from message
        join event on event.session_id = message.session_id and event.seq = message.seq
        where message.session_id = ${sessionId} and msg_type = ${msgType} and message.seq > ${seq}
        order by message.seq limit ${limit}
      `;

const rowsBefore = (
  db: Queries,
  { sessionId, msgType, limit, shareBytes }: Range,
  seq: number,
): Promise<MessageRow[]> =>
  msgType === undefined
    ? db.all<MessageRow>`
        select event.seq, octet_length(data) as bytes,
          case when octet_length(data) <= ${shareBytes} then data end as data
        from message
        join event on event.session_id = message.session_id and event.seq = message.seq
        where message.session_id = ${sessionId} and message.seq < ${seq} order by message.seq desc limit ${limit}
      `
    : db.all<MessageRow>`
        select event.seq, octet_length(data) as bytes,
          case when octet_length(data) <= ${shareBytes} then data end as data
        from message
        join event on event.session_id = message.session_id and event.seq = message.seq
        where message.session_id = ${sessionId} and msg_type = ${msgType} and message.seq < ${seq}
        order by message.seq desc limit ${limit}
      `;
