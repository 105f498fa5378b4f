import type { Task } from '@pairspace/protocol';
import { appendEvent } from '../events/append-event.ts';
import type { Copy } from '../events/copy.ts';
import { newId } from '../lib/ids.ts';
import { joined, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { storedBytesOf } from './change-task.ts';
import { newTask, untaken } from './create-task.ts';
import { listOpenTasksAt } from './list-tasks-at.ts';
import { presentTask, putTask } from './task-store.ts';

/**
 * Copies the tasks that had not ended into a fork: open, without an owner, with their numbers (TASK-21). A dependency on
 * a task that is not copied is left out. The creator of the fork is the requester.
 */
export const copyTasks: Copy = async (tx, { sourceId, seq, forkId, editor }) => {
  const past = await listOpenTasksAt(tx, sourceId, seq);
  const newIds = new Map(past.map(({ id }) => [id, newId('task', tx.now)]));
  for (const task of past) {
    const dependsOn = task.dependsOn.flatMap((id) => newIds.get(id) ?? []);
    const fields = newTask(tx, forkId, { ...task, dependsOn, requester: editor });
    const id = newIds.get(task.id) ?? fields.id;
    const copiedFrom = { sessionId: sourceId, taskId: task.id, version: task.version };
    const copy: Task = { ...fields, id, taskId: id, version: 1, copiedFrom };
    const read = { ...untaken, task: copy, blockers: dependsOn.length };
    const change = { sessionId: forkId, event: 'task.created', actor: editor, isCopy: true } as const;
    const bytes = storedBytesOf(copy);
    const { entity } = await appendEvent(tx, { ...change, bytes }, presentTask(read, dependsOn));
    putTask(tx, { ...read, task: entity });
    queueDependencies(tx, copy, dependsOn);
    await tx.takeTurn();
  }
  return past.length;
};

const queueDependencies = (tx: Transaction, { sessionId, id }: Task, dependsOn: readonly string[]): void => {
  if (dependsOn.length === 0) return;
  const rows = dependsOn.map((other) => sql`(${sessionId}, ${id}, ${other})`);
  tx.queueWrite(
    ...statement(sql`insert into task_dependency (session_id, task_id, depends_on) values ${joined(rows, sql`, `)}`),
  );
};
