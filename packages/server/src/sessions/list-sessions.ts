import type { QueryOf, Endpoints, Session } from '@pairspace/protocol';
import { createKeyOf, makerName } from '../access/origin.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import { Turns } from '../lib/turns.ts';
import type { Queries } from '../storage/storage.ts';
import { presentSession } from './present-session.ts';
import { groupSeats, type SeatedRow, type SeatedSession } from './session-store.ts';

/** A text that sorts after every session id. */
const newest = 'ses_~';

/**
 * Lists public sessions, all sessions (for the operator) or the sessions of a create key, newest first (SES-5, MOD-2,
 * MOD-18).
 */
export const listSessions = async (
  db: Queries,
  { scope, status, agentId, q, limit, cursor }: QueryOf<Endpoints['listSessions']>,
  createKeyId?: string,
): Promise<Page<Session>> => {
  const visible = scope === 'all' ? sql`1 = 1` : sql`visibility = 'public'`;
  const wanted = { visible, status, agentId, createKeyId, named: (q ?? '').toLowerCase() };
  const isFiltered =
    wanted.named !== '' || (createKeyId !== undefined && (status !== undefined || agentId !== undefined));
  const turns = new Turns();
  let before = textCursor('sessions', cursor) ?? newest;
  const listed: SeatedSession[] = [];
  for (;;) {
    const from = isFiltered ? await endOfStep(db, wanted, before) : '';
    const more = limit + 1 - listed.length;
    listed.push(...groupSeats(await pageRows(db, { ...wanted, before, from, limit: more })));
    if (from === '' || listed.length > limit) break;
    before = from;
    await turns.take();
  }
  const page = pageOfRows('sessions', listed, limit, ({ row }) => row.id);
  return { ...page, items: page.items.map(({ row, seats }) => presentSession(row, seats)) };
};

/** The number of sessions that are compared before other requests get a turn. */
const stepSessions = 2000;

/** The id of the last session in the next step; empty at the end. */
const endOfStep = async (
  db: Queries,
  { visible, createKeyId }: { visible: Sql; createKeyId?: string | undefined },
  before: string,
): Promise<string> => {
  const row = await db.get<{ id: string }>(
    ...statement(
      createKeyId === undefined
        ? sql`select id from session where ${visible} and id < ${before} order by id desc limit 1 offset ${stepSessions}`
        : sql`
            select session_id as id from origin
            where maker = ${makerName(createKeyOf(createKeyId))} and kind = 'agent' and session_id < ${before}
            order by session_id desc limit 1 offset ${stepSessions}
          `,
    ),
  );
  return row?.id ?? '';
};

interface SessionQuery {
  /** The condition for sessions that the caller may find. */
  visible: Sql;
  status: string | undefined;
  agentId: string | undefined;
  /** Only sessions with a seat that was taken under this create key. */
  createKeyId: string | undefined;
  /** A part of the name, in lower case. */
  named: string;
  before: string;
  /** The last id of this step. */
  from: string;
  limit: number;
}

/** Sessions with their seats in one query. */
const pageRows = (db: Queries, query: SessionQuery): Promise<SeatedRow[]> =>
  db.all<SeatedRow>(
    ...statement(sql`
      select page.*, agent_id, agent_name, role, joined_at from (${pageQuery(query)}) page
      join seat on seat.session_id = page.id order by page.id desc, position
    `),
  );

/** A separate query for each pair of filters, so that each uses its index. */
const pageQuery = ({ visible, status, agentId, createKeyId, named, before, from, limit }: SessionQuery): Sql => {
  const isNamed = sql`(cast(${named} as text) = '' or replace(name_folded, ${named}, '') <> name_folded)`;
  if (createKeyId !== undefined) {
    // The first of the seats that came under the key stands for its session.
    const maker = makerName(createKeyOf(createKeyId));
    return sql`
      select session.* from origin own join session on session.id = own.session_id
      where own.maker = ${maker} and own.kind = 'agent' and own.session_id < ${before} and own.session_id >= ${from}
        and not exists (
          select 1 from origin first where first.maker = ${maker} and first.session_id = own.session_id
            and first.kind = 'agent' and first.id < own.id
        )
        and (cast(${status ?? null} as text) is null or status = ${status ?? null})
        and (cast(${agentId ?? null} as text) is null or exists (
          select 1 from seat found where found.session_id = own.session_id and found.agent_id = ${agentId ?? null}
        ))
        and ${isNamed}
      order by own.session_id desc limit 0 + ${limit}
    `;
  }
  if (agentId !== undefined) {
    return sql`
      select session.* from seat join session on session.id = seat.session_id
      where seat.agent_id = ${agentId} and seat.session_id < ${before} and seat.session_id >= ${from} and ${visible}
        and (cast(${status ?? null} as text) is null or status = ${status ?? null}) and ${isNamed}
      order by seat.session_id desc limit 0 + ${limit}
    `;
  }
  const hasStatus = status === undefined ? sql`` : sql`and status = ${status}`;
  return sql`
    select * from session where ${visible} ${hasStatus} and id < ${before} and id >= ${from} and ${isNamed}
    order by id desc limit 0 + ${limit}
  `;
};
