import { canonicalJson, type EntityKind, type EventDeclaration, loggedEvents } from '@pairspace/protocol';
import { invariant } from '../lib/invariant.ts';
import { isIn, type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { Unhashed } from './event-hash.ts';

/** The newest state of a thing whose events say `entity` in `loggedEvents`: the data of its newest event. */
export interface EntityRow {
  id: string;
  created_seq: number;
  seq: number;
  /** JSON text, without the field that `keepsOut` names. */
  data: string;
  /** 1 if its newest event is of a log that was imported without the checkpoint of a known key. */
  unproven: number;
}

/** The entities of a session and kind that a condition chooses. */
export const selectEntities = (
  db: Queries,
  { sessionId, kind }: { sessionId: string; kind: EntityKind },
  condition: Sql,
): Promise<EntityRow[]> =>
  db.all<EntityRow>(
    ...statement(sql`
      select id, created_seq, seq, data,
        case when seq <= (select unproven_seq from session where session.id = session_id) then 1 else 0 end as unproven
      from entity where session_id = ${sessionId} and kind = ${kind} and ${condition}`),
  );

/** The state of an entity as an event has it. */
export interface LoggedState {
  id: string;
  /** The event that made this state. */
  seq: number;
  /** JSON text. */
  data: string;
}

/** An entity as it was after an event, whole; undefined for one that was not there then. */
export const findStateAt = async (
  db: Queries,
  { sessionId, kind }: { sessionId: string; kind: EntityKind },
  id: string,
  seq: number,
): Promise<LoggedState | undefined> => {
  const row = await db.get<LoggedState & { event: string }>`
    select entity_id as id, seq, event, data from event
    where session_id = ${sessionId} and entity_id = ${id} and seq <= ${seq} order by seq desc limit 1
  `;
  return row?.event.startsWith(`${kind}.`) && row.event !== `${kind}.deleted` ? row : undefined;
};

/** The number of states that are read at once. Each may be as large as a note. */
const statesAtOnce = 16;

/** Every entity of a kind that was there after an event, in the order of their ids. */
export const listStatesAt = async <State>(
  db: Queries,
  { sessionId, kind }: { sessionId: string; kind: EntityKind },
  seq: number,
  present: (state: LoggedState) => State,
): Promise<State[]> => {
  const there = sql`created_seq <= ${seq} and (seq > ${seq} or ended_at is null) order by id`;
  const rows = await selectEntities(db, { sessionId, kind }, there);
  const changed = rows.flatMap((row) => (row.seq > seq ? [row.id] : []));
  const before = new Map<string, State>();
  for (let at = 0; at < changed.length; at += statesAtOnce) {
    const some = isIn(sql`entity_id`, changed.slice(at, at + statesAtOnce));
    const states = await db.all<LoggedState>(
      ...statement(sql`
        select entity_id as id, seq, data from event where session_id = ${sessionId} and seq in (
          select max(seq) from event where session_id = ${sessionId} and ${some} and seq <= ${seq} group by entity_id
        )`),
    );
    for (const state of states) before.set(state.id, present(state));
  }
  return rows.map((row) => before.get(row.id) ?? present(row));
};

/** How many entities of a kind had ended by an event and have not changed since, by the status of their end. */
export const countEndedAt = async (
  db: Queries,
  { sessionId, kind }: { sessionId: string; kind: EntityKind },
  seq: number,
): Promise<Map<string, number>> => {
  const rows = await db.all<{ status: string; ended: number }>`
    select data ->> 'status' as status, count(*) as ended from entity
    where session_id = ${sessionId} and kind = ${kind} and seq <= ${seq} and ended_at is not null group by 1
  `;
  return new Map(rows.map(({ status, ended }) => [status, ended]));
};

/** The stored bytes that an entity takes beside its events. */
export const bytesOf = async (db: Queries, sessionId: string, id: string): Promise<number> => {
  const row = await db.get<{ bytes: number }>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes from event
    where session_id = ${sessionId} and entity_id = ${id}
  `;
  return row?.bytes ?? 0;
};

/** The state of an entity after an event. */
export interface EntityState {
  kind: EntityKind;
  id: string;
  endedAt: number | null;
  data: string;
}

/** The state that an event leaves of its entity, if `loggedEvents` names the kind of that. */
export const stateAfter = (
  { event, at, data }: Pick<Unhashed, 'event' | 'at' | 'data'>,
  entity: object,
): EntityState => {
  const { entity: kind, keepsOut, isEnd }: EventDeclaration = loggedEvents[event];
  invariant(kind, 'the event has the state of an entity');
  const { id } = entity as { id: string };
  const kept = keepsOut ? canonicalJson({ ...entity, [keepsOut]: undefined }) : data;
  const hasEnded = typeof isEnd === 'function' ? isEnd(entity as never) : isEnd;
  return { kind, id, endedAt: hasEnded ? at : null, data: kept };
};

/** Keeps the state of an entity. Only `appendEvent` and an import call this. */
export const keepEntity = (
  tx: Transaction,
  { sessionId, seq }: { sessionId: string; seq: number },
  { kind, id, endedAt, data }: EntityState,
): void => {
  tx.queueWrite`
    insert into entity (session_id, kind, id, created_seq, seq, ended_at, data)
    values (${sessionId}, ${kind}, ${id}, ${seq}, ${seq}, ${endedAt}, ${data})
    on conflict (session_id, kind, id) do update set seq = excluded.seq, ended_at = excluded.ended_at,
      data = excluded.data
  `;
};
