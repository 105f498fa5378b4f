import { type Task, taskAfterImport } from '@pairspace/protocol';
import { appendEvent } from '../events/append-event.ts';
import type { Copy } from '../events/copy.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import { joined, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { storedBytesOf } from './change-task.ts';
import { newTask } from './create-task.ts';
import { insertTask, presentTask, type ReadTask } from './task-store.ts';

/**
 * Copies the tasks that had not ended into a fork: open, without an owner, with their numbers (TASK-21). A dependency on
 * a task that is not copied is left out. The creator of the fork is the requester.
 */
export const copyTasks: Copy = async (tx, { sourceId, seq, forkId, editor }) => {
  const past = await listPastTasks(tx, sourceId, seq);
  const newIds = new Map(past.map(({ id }) => [id, newId('task', tx.now)]));
  for (const { number, seq: changedAt } of past) {
    const task = await readPastTask(tx, sourceId, number, changedAt);
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
    insertTask(tx, { ...row, seq: copied.seq }, copied.entity);
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

interface PastTask {
  id: string;
  number: number;
  /** The event of the newest change of the task at that time. */
  seq: number;
}

/** The tasks that had not ended after an event. */
const listPastTasks = (tx: Transaction, sessionId: string, seq: number): Promise<PastTask[]> =>
  tx.all<PastTask>`
    select task.id, task.number, change.seq
    from task join task_change change on change.session_id = task.session_id and change.number = task.number
      and change.seq = (
        select max(seq) from task_change
        where session_id = ${sessionId} and number = task.number and seq <= ${seq}
      )
    where task.session_id = ${sessionId} and change.status in ('open', 'offered', 'working') order by task.number
  `;

/** A task as a change left it. Tasks are read one by one, because they may be large. */
const readPastTask = async (tx: Transaction, sessionId: string, number: number, seq: number): Promise<Task> => {
  const row = await tx.get<{ event: string; data: string; before: number | null }>`
    select event, data, (
      select max(seq) from task_change where session_id = ${sessionId} and number = ${number} and seq < ${seq}
    ) as before
    from event where session_id = ${sessionId} and seq = ${seq}
  `;
  invariant(row, 'a task that was listed is there');
  return row.event === 'session.imported' && row.before !== null
    ? taskAfterImport(await readPastTask(tx, sessionId, number, row.before))
    : (JSON.parse(row.data) as Task);
};
