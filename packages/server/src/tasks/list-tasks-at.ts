import {
  isEndedTask,
  type SessionState,
  type Task,
  taskAfterImport,
  type TaskStatus,
  type TaskSummary,
} from '@pairspace/protocol';
import { countEndedAt, listStatesAt, type LoggedState } from '../events/entity-store.ts';
import type { Queries } from '../storage/storage.ts';

/** The tasks that had not ended by an event or have changed since, by number, as an import left them (IMP-6). */
const listPast = async (db: Queries, sessionId: string, seq: number): Promise<Task[]> => {
  const imported = await db.get<{ seq: number | null }>`
    select max(seq) as seq from event
    where session_id = ${sessionId} and event = 'session.imported' and seq <= ${seq}
  `;
  const present = (state: LoggedState): Task => {
    const task = JSON.parse(state.data) as Task;
    return state.seq < (imported?.seq ?? 0) ? taskAfterImport(task) : task;
  };
  const tasks = await listStatesAt(db, { sessionId, kind: 'task' }, seq, present);
  return tasks.sort((one, other) => one.number - other.number);
};

/** The tasks that had not ended after an event, by number. */
export const listOpenTasksAt = async (db: Queries, sessionId: string, seq: number): Promise<Task[]> =>
  (await listPast(db, sessionId, seq)).filter(({ status }) => !isEndedTask(status));

/** The tasks as they were after an event: those that had not ended, and how many had (TIME-3). */
export const listTasksAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['tasks']> => {
  const past = await listPast(db, sessionId, seq);
  const ended = await countEndedAt(db, { sessionId, kind: 'task' }, seq);
  const count = (status: TaskStatus): number =>
    (ended.get(status) ?? 0) + past.filter((task) => task.status === status).length;
  return {
    current: past.filter(({ status }) => !isEndedTask(status)).map(summaryOf),
    done: count('done'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
};

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
