import { type SessionState, type Task, taskAfterImport, type TaskStatus, type TaskSummary } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

interface PastTask {
  status: TaskStatus;
  /** Undefined for a task that had ended. */
  task: Task | undefined;
}

/** Every task as it was after an event: as the newest event of it has it, and an import since then left it (IMP-6). */
const listPast = async (db: Queries, sessionId: string, seq: number): Promise<PastTask[]> => {
  const rows = await db.all<{ seq: number; status: TaskStatus; data: string | null }>`
    select seq, status, case when status in ('open', 'offered', 'working') then data end as data from (
      select seq, data, json(data) ->> 'status' as status from event where session_id = ${sessionId} and seq in (
        select max(seq) from event
        where session_id = ${sessionId} and entity_id > 'task_' and entity_id < 'task~' and seq <= ${seq}
        group by entity_id
      )
    ) newest
  `;
  const imported = await db.get<{ seq: number | null }>`
    select max(seq) as seq from event
    where session_id = ${sessionId} and event = 'session.imported' and seq <= ${seq}
  `;
  return rows.map(({ data, ...row }) => {
    const task = data === null ? undefined : (JSON.parse(data) as Task);
    const isImported = row.seq < (imported?.seq ?? 0);
    return { status: row.status, task: task && isImported ? taskAfterImport(task) : task };
  });
};

/** The tasks that had not ended after an event, by number. */
export const listOpenTasksAt = async (db: Queries, sessionId: string, seq: number): Promise<Task[]> =>
  currentOf(await listPast(db, sessionId, seq));

/** The tasks as they were after an event: those that had not ended, and how many had (TIME-3). */
export const listTasksAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['tasks']> => {
  const past = await listPast(db, sessionId, seq);
  const count = (status: TaskStatus): number => past.filter((task) => task.status === status).length;
  return {
    current: currentOf(past).map(summaryOf),
    done: count('done'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
};

const currentOf = (past: readonly PastTask[]): Task[] =>
  past.flatMap(({ task }) => task ?? []).sort((one, other) => one.number - other.number);

const summaryOf = ({
  id,
  number,
  seq,
  version,
  title,
  status,
  requester,
  assignee,
  offeredTo,
  priority,
}: Task): TaskSummary => ({ id, number, seq, version, title, status, requester, assignee, offeredTo, priority });
