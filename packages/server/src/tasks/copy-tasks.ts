import { appendEvent } from '../events/append-event.ts';
import type { Copy } from '../events/copy.ts';
import { newId } from '../lib/ids.ts';
import { joined, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { storedBytesOf } from './change-task.ts';
import { newTask } from './create-task.ts';
import { listOpenTasksAt } from './list-tasks-at.ts';
import { insertTask, presentTask, type ReadTask } from './task-store.ts';

/**
 * Copies the tasks that had not ended into a fork: open, without an owner, with their numbers (TASK-21). A dependency on
 * a task that is not copied is left out. The creator of the fork is the requester.
 */
export const copyTasks: Copy = async (tx, { sourceId, seq, forkId, editor }) => {
  const past = await listOpenTasksAt(tx, sourceId, seq);
  const newIds = new Map(past.map(({ id }) => [id, newId('task', tx.now)]));
  for (const task of past) {
    const dependsOn = task.dependsOn.flatMap((id) => newIds.get(id) ?? []);
    const row: ReadTask = {
      ...newTask(tx, forkId, { ...task, dependsOn }),
      id: newIds.get(task.id) ?? '',
      version: 1,
      requester: JSON.stringify(editor),
      copied_from: JSON.stringify({ sessionId: sourceId, taskId: task.id, version: task.version }),
      blockers: dependsOn.length,
    };
    const change = { sessionId: forkId, event: 'task.created', actor: editor, isCopy: true } as const;
    const bytes = storedBytesOf(row);
    const copied = await appendEvent(tx, { ...change, bytes }, presentTask(row, dependsOn));
    insertTask(tx, { ...row, seq: copied.seq });
    queueDependencies(tx, row, dependsOn);
    await tx.takeTurn();
  }
  return past.length;
};

const queueDependencies = (tx: Transaction, { session_id, id }: ReadTask, dependsOn: readonly string[]): void => {
  if (dependsOn.length === 0) return;
  const rows = dependsOn.map((other) => sql`(${session_id}, ${id}, ${other})`);
  tx.queueWrite(
    ...statement(sql`insert into task_dependency (session_id, task_id, depends_on) values ${joined(rows, sql`, `)}`),
  );
};
