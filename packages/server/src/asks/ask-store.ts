import { type Ask, type AskStatus, ServiceError } from '@pairspace/protocol';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

export interface AskRow {
  session_id: string;
  id: string;
  created_seq: number;
  seq: number;
  kind: Ask['kind'];
  status: AskStatus;
  asker_id: string;
  asker_name: string;
  requires: Ask['requires'];
  free_text: number;
  task_id: string | null;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  title: string;
  /** JSON text. */
  options: string;
  /** JSON text. */
  answer: string;
  details: string;
  /** 1 if it ended in a log that was imported without the checkpoint of a known key. */
  unproven?: number;
}

/** The asks that a condition chooses. */
export const selectAsks = (db: Queries, condition: Sql): Promise<AskRow[]> =>
  db.all<AskRow>(
    ...statement(sql`
      select session_id, id, created_seq, seq, kind, status, asker_id, asker_name, requires, free_text, task_id,
        created_at, expires_at, ended_at, title, options, answer, details,
        case when seq <= (select unproven_seq from session where session.id = session_id) then 1 else 0 end as unproven
      from ask where ${condition}`),
  );

export const findAskRow = async (db: Queries, sessionId: string, id: string): Promise<AskRow | undefined> =>
  (await selectAsks(db, sql`session_id = ${sessionId} and id = ${id}`))[0];

export const getAskRow = async (db: Queries, sessionId: string, id: string): Promise<AskRow> => {
  const row = await findAskRow(db, sessionId, id);
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such ask in this session.');
  return row;
};

/** An ask as it counts here: an answer in a log that nothing proves counts as not vouched (IMP-15). */
export const presentAsk = (row: AskRow): Ask => {
  const ask = loggedAsk(row);
  return row.unproven === 1 && ask.answer ? { ...ask, answer: { ...ask.answer, vouched: false } } : ask;
};

/** An ask as its newest event has it. */
export const loggedAsk = (row: AskRow): Ask => ({
  id: row.id,
  askId: row.id,
  sessionId: row.session_id,
  seq: row.seq,
  kind: row.kind,
  askedBy: { agentId: row.asker_id, agentName: row.asker_name },
  title: row.title,
  details: row.details,
  options: JSON.parse(row.options) as Ask['options'],
  freeText: row.free_text === 1,
  requires: row.requires,
  taskId: row.task_id,
  status: row.status,
  answer: JSON.parse(row.answer) as Ask['answer'],
  expiresAt: isoTime(row.expires_at),
  createdAt: isoTime(row.created_at),
  endedAt: isoTimeOrNull(row.ended_at),
});

export const insertAsk = (tx: Transaction, row: AskRow): void => {
  tx.queueWrite`
    insert into ask (session_id, id, created_seq, seq, kind, status, asker_id, asker_name, requires, free_text, task_id,
      created_at, expires_at, ended_at, title, options, answer, details)
    values (${row.session_id}, ${row.id}, ${row.created_seq}, ${row.seq}, ${row.kind}, ${row.status}, ${row.asker_id},
      ${row.asker_name}, ${row.requires}, ${row.free_text}, ${row.task_id}, ${row.created_at}, ${row.expires_at},
      ${row.ended_at}, ${row.title}, ${row.options}, ${row.answer}, ${row.details})
  `;
};

export const saveEnd = (tx: Transaction, row: AskRow): void => {
  tx.queueWrite`
    update ask set seq = ${row.seq}, status = ${row.status}, ended_at = ${row.ended_at}, answer = ${row.answer}
    where session_id = ${row.session_id} and id = ${row.id}
  `;
};
