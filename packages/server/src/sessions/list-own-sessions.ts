import type { Endpoints, OwnSession, Position, QueryOf } from '@pairspace/protocol';
import type { AgentKeyCaller } from '../access/caller.ts';
import { Turns } from '../lib/turns.ts';
import { isText, movingRows, type MovingRow, type Page, pageOfRows } from '../storage/page.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { presentSession } from './present-session.ts';
import { findSessionWithSeats, type SeatedSession } from './session-store.ts';

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
  const search = { db, keyLine, status, turns: new Turns() };
  const placeOf = ({ at, id }: FoundRow): [number, string] => [at, id];
  const fits = [Number.isSafeInteger, isText];
  const rows = await movingRows<FoundRow, [number, string], [number, string]>({
    kind: 'own-sessions',
    cursor,
    limit,
    list: ([at, id] = [Number.MAX_SAFE_INTEGER, ''], most) =>
      findInSteps(search, sql`(last_activity_at < ${at} or (last_activity_at = ${at} and id < ${id}))`, most, -1),
    placeOf,
    placeFits: fits,
    moved: ([at, id], most) =>
      findInSteps(search, sql`(last_activity_at > ${at} or (last_activity_at = ${at} and id > ${id}))`, most, 1),
    changeOf: placeOf,
    changeFits: fits,
    newestChange: ([first]) => first && placeOf(first),
  });
  const page = pageOfRows('own-sessions', rows, limit, ({ at }) => at);
  const present = async ({ row: { id } }: MovingRow<FoundRow>): Promise<OwnSession[]> => {
    const [session, position] = await Promise.all([findSessionWithSeats(db, id), findPosition(db, id, agentId)]);
    return presentOwn(agentId, session, position);
  };
  return { ...page, items: (await Promise.all(page.items.map(present))).flat() };
};

/** Empty if the session or the seat was removed meanwhile. */
const presentOwn = (
  agentId: string,
  session: SeatedSession | undefined,
  position: Position | undefined,
): OwnSession[] => {
  const seat = session?.seats.find((one) => one.agentId === agentId);
  if (!session || !seat || !position) return [];
  const { readSeq, unread } = position;
  return [{ ...presentSession(session.row, session.seats), agentId, role: seat.role, readSeq, unread }];
};

interface Search {
  db: Queries;
  keyLine: string;
  status: QueryOf<Endpoints['listMySessions']>['status'];
  turns: Turns;
}

/** The first rows of an order within a range of it, over all steps. */
const findInSteps = async (
  { db, keyLine, status, turns }: Search,
  within: Sql,
  limit: number,
  direction: 1 | -1,
): Promise<FoundRow[]> => {
  const way = direction === 1 ? sql`asc` : sql`desc`;
  let found: FoundRow[] = [];
  for (let after = ''; ;) {
    const end = await endOfStep(db, keyLine, after);
    const rows = await db.all<FoundRow>(
      ...statement(sql`
        select id, last_activity_at as at from seat join session on session.id = seat.session_id
        where key_line = ${keyLine} and seat.session_id > ${after} and seat.session_id <= ${end ?? 'ses_~'}
          and (cast(${status ?? null} as text) is null or status = ${status ?? null}) and ${within}
        order by last_activity_at ${way}, id ${way} limit 0 + ${limit}
      `),
    );
    found = [...found, ...rows].sort((one, other) => direction * (one.at - other.at || (one.id < other.id ? -1 : 1)));
    found = found.slice(0, limit);
    if (end === undefined) return found;
    after = end;
    await turns.take();
  }
};

/** The last session of the next step; undefined at the end. */
const endOfStep = async (db: Queries, keyLine: string, after: string): Promise<string | undefined> => {
  const row = await db.get<{ session_id: string }>`
    select session_id from seat where key_line = ${keyLine} and session_id > ${after}
    order by session_id limit 1 offset ${stepSeats - 1}
  `;
  return row?.session_id;
};
