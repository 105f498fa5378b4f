import type { Endpoints, OwnSession, Position, QueryOf } from '@pairspace/protocol';
import type { AgentKeyCaller } from '../access/caller.ts';
import { Turns } from '../lib/turns.ts';
import { numberAndIdCursor, type Page, pageOfRows } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { presentSession } from './present-session.ts';
import { findSessionWithSeats } from './session-store.ts';

/** The number of seats that are examined before other requests get a turn. */
const stepSeats = 1000;

export interface OwnSessionParts {
  /** The operation of the slice of the inbox. */
  findPosition: (db: Queries, sessionId: string, agentId: string) => Promise<Position | undefined>;
}

interface FoundRow {
  id: string;
  at: number;
}

/** The sessions in which the agent of a key has a seat, newest activity first (ME-5). */
export const listOwnSessions = async (
  db: Queries,
  { findPosition }: OwnSessionParts,
  { agentId, keyLine }: AgentKeyCaller,
  { status, limit, cursor }: QueryOf<Endpoints['listMySessions']>,
): Promise<Page<OwnSession>> => {
  const [untilAt, untilId] = numberAndIdCursor('own-sessions', cursor) ?? [Number.MAX_SAFE_INTEGER, ''];
  const turns = new Turns();
  let found: FoundRow[] = [];
  for (let after = ''; ;) {
    const end = await endOfStep(db, keyLine, after);
    const rows = await db.all<FoundRow>`
      select id, last_activity_at as at from seat join session on session.id = seat.session_id
      where key_line = ${keyLine} and seat.session_id > ${after} and seat.session_id <= ${end ?? 'ses_~'}
        and (cast(${status ?? null} as text) is null or status = ${status ?? null})
        and (last_activity_at < ${untilAt} or (last_activity_at = ${untilAt} and id < ${untilId}))
      order by last_activity_at desc, id desc limit 0 + ${limit + 1}
    `;
    found = [...found, ...rows].sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
    found = found.slice(0, limit + 1);
    if (end === undefined) break;
    after = end;
    await turns.take();
  }
  const page = pageOfRows('own-sessions', found, limit, ({ at, id }) => [at, id]);
  // Empty if the session or the seat was removed meanwhile.
  const present = async ({ id }: FoundRow): Promise<OwnSession[]> => {
    const [session, position] = await Promise.all([findSessionWithSeats(db, id), findPosition(db, id, agentId)]);
    const seat = session?.seats.find((one) => one.agentId === agentId);
    if (!session || !seat || !position) return [];
    const { readSeq, unread } = position;
    return [{ ...presentSession(session.row, session.seats), agentId, role: seat.role, readSeq, unread }];
  };
  return { ...page, items: (await Promise.all(page.items.map(present))).flat() };
};

/** The last session of the next step; undefined at the end. */
const endOfStep = async (db: Queries, keyLine: string, after: string): Promise<string | undefined> => {
  const row = await db.get<{ session_id: string }>`
    select session_id from seat where key_line = ${keyLine} and session_id > ${after}
    order by session_id limit 1 offset ${stepSeats - 1}
  `;
  return row?.session_id;
};
