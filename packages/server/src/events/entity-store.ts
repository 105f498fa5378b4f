import type { EntityKind } from '@pairspace/protocol';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

/** The newest state of a thing whose events say `entity` in `loggedEvents`: the data of its newest event. */
export interface EntityRow {
  id: string;
  created_seq: number;
  /** JSON text. */
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
      select id, created_seq, data,
        case when seq <= (select unproven_seq from session where session.id = session_id) then 1 else 0 end as unproven
      from entity where session_id = ${sessionId} and kind = ${kind} and ${condition}`),
  );

/** Keeps the state of an entity after an event. Only `appendEvent` and an import call this. */
export const keepEntity = (
  tx: Transaction,
  { sessionId, kind, seq }: { sessionId: string; kind: EntityKind; seq: number },
  { id, endedAt }: { id: string; endedAt: string | null },
  data: string,
): void => {
  const end = endedAt === null ? null : Date.parse(endedAt);
  tx.queueWrite`
    insert into entity (session_id, kind, id, created_seq, seq, ended_at, data)
    values (${sessionId}, ${kind}, ${id}, ${seq}, ${seq}, ${end}, ${data})
    on conflict (session_id, kind, id) do update set seq = excluded.seq, ended_at = excluded.ended_at,
      data = excluded.data
  `;
};
