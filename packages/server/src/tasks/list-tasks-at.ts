import { isEndedTask, type SessionState, type TaskStatus, type TaskSummary } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

interface PastTask {
  number: number;
  status: TaskStatus;
  /** JSON text; null for a task that had ended. */
  summary: string | null;
}

/** The tasks as they were after an event: those that had not ended, and how many had (TIME-3). */
export const listTasksAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['tasks']> => {
  const past = await db.all<PastTask>`
    select task.number, change.status,
      case when change.status in ('open', 'offered', 'working') then change.summary end as summary
    from task join task_change change on change.session_id = task.session_id and change.number = task.number
      and change.seq = (
        select max(seq) from task_change
        where session_id = ${sessionId} and number = task.number and seq <= ${seq}
      )
    where task.session_id = ${sessionId} order by task.number
  `;
  const count = (status: TaskStatus): number => past.filter((task) => task.status === status).length;
  return {
    current: past.flatMap(({ status, summary }) =>
      isEndedTask(status) || summary === null ? [] : [JSON.parse(summary) as TaskSummary],
    ),
    done: count('done'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
};
