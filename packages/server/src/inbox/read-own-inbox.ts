import type { InboxReason } from '@pairspace/protocol';
import type { AgentKeyCaller } from '../access/caller.ts';
import { eventJson } from '../events/event-hash.ts';
import type { EventRow } from '../events/event-row.ts';
import { Turns } from '../lib/turns.ts';
import { eventCursor, type Page, pageWithin } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';

/** The number of seats that are read in one step. */
const stepSeats = 50;
const kind = 'own-inbox';

interface OwnInboxQuery {
  /** Ids of sessions, separated by commas; undefined for all of them. */
  sessions?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The place of an entry in the order of the entries of all seats. */
type Place = [at: number, sessionId: string, seq: number];

interface NewsRow {
  session_id: string;
  name: string;
  /** The event after which the entries begin that are not read. */
  since: number;
  news_at: number;
}

interface EntryRow {
  seq: number;
  at: number;
  reason: InboxReason;
  bytes: number;
}

interface Entry extends EntryRow {
  sessionId: string;
  sessionName: string;
}

/**
 * Reads the entries that the agent of a key has not read in all its sessions, oldest first (ME-6). Reads only seats
 * with news, beginning with the oldest news, and no more seats than the page needs.
 */
export const readOwnInbox = async (
  db: Queries,
  { agentId, keyLine }: AgentKeyCaller,
  { sessions, limit, cursor }: OwnInboxQuery,
): Promise<Page<string>> => {
  const after = eventCursor(kind, cursor);
  const turns = new Turns();
  let found: Entry[] = [];
  for (let last: NewsRow | undefined; ;) {
    const seats = await listNews(db, keyLine, { last, sessions });
    last = seats.at(-1);
    for (const seat of seats) {
      found.push(...(await listEntries(db, agentId, seat, { after, limit: limit + 1 })));
      await turns.take();
    }
    found = found.sort(byPlace).slice(0, limit + 1);
    const end = found[limit];
    if (!last || seats.length < stepSeats || (end && end.at < last.news_at)) break;
  }
  const page = pageWithin(kind, found, limit, placeOf, ({ bytes }) => bytes);
  return { ...page, items: (await Promise.all(page.items.map((entry) => readItem(db, entry)))).flat() };
};

const placeOf = ({ at, sessionId, seq }: Entry): Place => [at, sessionId, seq];

const byPlace = (one: Entry, other: Entry): number => {
  if (one.at !== other.at) return one.at - other.at;
  if (one.sessionId !== other.sessionId) return one.sessionId < other.sessionId ? -1 : 1;
  return one.seq - other.seq;
};

const listNews = (
  db: Queries,
  keyLine: string,
  { last, sessions }: { last: NewsRow | undefined; sessions: string | undefined },
): Promise<NewsRow[]> => {
  const from = last?.news_at ?? 0;
  // A substring search in one text keeps the statement the same for any number of sessions, so that it stays prepared.
  const named = sessions === undefined ? '' : `,${sessions.replaceAll(',', ',,')},`;
  return db.all<NewsRow>`
    select own.session_id, session.name, since, news_at from (
      select session_id, case when read_seq < joined_seq then joined_seq else read_seq end as since, news_at from seat
      where key_line = ${keyLine} and news_at is not null and news_at >= ${from}
        and (news_at > ${from} or session_id > ${last?.session_id ?? ''})
        and (${named} = '' or replace(${named}, ',' || session_id || ',', '') <> ${named})
      order by news_at, session_id limit 0 + ${stepSeats}
    ) own join session on session.id = own.session_id order by news_at, own.session_id
  `;
};

/**
 * The next entries of a seat. If the clock has gone back within a log, an entry gets the time of the entry before it,
 * so that the order of the log counts.
 */
const listEntries = async (
  db: Queries,
  agentId: string,
  seat: NewsRow,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<Entry[]> => {
  const sessionId = seat.session_id;
  const since = after ? await lastSeqUntil(db, agentId, seat, after) : seat.since;
  const rows = await db.all<EntryRow>`
    select inbox.seq, at, reason, octet_length(data) as bytes from inbox
    join event on event.session_id = inbox.session_id and event.seq = inbox.seq
    where inbox.session_id = ${sessionId} and inbox.agent_id = ${agentId} and inbox.seq > ${since}
    order by inbox.seq limit 0 + ${limit}
  `;
  let at = after?.[0] ?? 0;
  return rows.map((row) => {
    at = Math.max(at, row.at);
    return { ...row, at, sessionId, sessionName: seat.name };
  });
};

/**
 * The seq of the newest event of a seat’s session that is not after a place. A binary search finds it, because there
 * may be many earlier events; times are taken to rise within a log.
 */
const lastSeqUntil = async (
  db: Queries,
  agentId: string,
  { session_id: sessionId, since, news_at }: NewsRow,
  [at, ofSession, seq]: Place,
): Promise<number> => {
  if (sessionId === ofSession) return Math.max(seq, since);
  if (news_at > at) return since;
  const newest = await db.get<{ seq: number }>`
    select seq from inbox where session_id = ${sessionId} and agent_id = ${agentId} order by seq desc limit 1
  `;
  let [known, above] = [since, (newest?.seq ?? since) + 1];
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2);
    const event = await db.get<{ at: number }>`
      select at from event where session_id = ${sessionId} and seq = ${middle}
    `;
    const isAfter = event !== undefined && (event.at > at || (event.at === at && sessionId > ofSession));
    if (isAfter) above = middle;
    else known = middle;
  }
  return known;
};

/** Empty if the session was deleted meanwhile. */
const readItem = async (db: Queries, { sessionId, sessionName, seq, reason }: Entry): Promise<string[]> => {
  const row = await db.get<EventRow>`
    select seq, event, at, actor_kind, actor_id, actor_name, data, hash from event
    where session_id = ${sessionId} and seq = ${seq}
  `;
  if (!row) return [];
  const place = `"sessionId":${JSON.stringify(sessionId)},"sessionName":${JSON.stringify(sessionName)}`;
  return [`{${place},"seq":${String(seq)},"reason":"${reason}","event":${eventJson(sessionId, row)}}`];
};
