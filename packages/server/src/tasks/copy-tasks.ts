import { canonicalJson, type Session, type Task, taskAfterImport, utf8Bytes } from '@pairspace/protocol';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import { joined, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { newTask } from './create-task.ts';
import { insertTask, presentTask, type ReadTask } from './task-store.ts';

interface CopyTarget {
  sourceId: string;
  /** The tasks are copied in their state after this event. */
  seq: number;
  fork: Session;
}

/**
 * Copies the tasks of the source that had not ended into a fork: open, without an owner, with their numbers (TASK-21).
 * A dependency on a task that is not copied is left out. The creator of the fork is the requester.
 */
export const copyTasks = async (tx: Transaction, { sourceId, seq, fork }: CopyTarget): Promise<number> => {
  const past = await listPastTasks(tx, sourceId, seq);
  const newIds = new Map(past.map(({ id }) => [id, newId('task', tx.now)]));
  const requester = JSON.stringify({ kind: 'agent', id: fork.creator.agentId, name: fork.creator.agentName });
  let bytes = 0;
  for (const { number, seq: changedAt } of past) {
    const task = await readPastTask(tx, sourceId, number, changedAt);
    const dependsOn = task.dependsOn.flatMap((id) => newIds.get(id) ?? []);
    const row: ReadTask = {
      ...newTask(tx, fork.id, { ...task, dependsOn }),
      id: newIds.get(task.id) ?? '',
      seq: fork.lastSeq,
      version: 1,
      requester,
      blockers: dependsOn.length,
    };
    const copied = presentTask(row, dependsOn);
    const carried = canonicalJson(copied);
    insertTask(tx, row, copied, carried);
    queueDependencies(tx, row, dependsOn);
    bytes += utf8Bytes(carried);
    await tx.takeTurn();
  }
  if (bytes > 0) tx.queueWrite`update session set stored_bytes = stored_bytes + ${bytes} where id = ${fork.id}`;
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

/**
 * A task as a change left it: the entity of its event, or the task as it came with a fork. Tasks are read one by one,
 * because they may be large.
 */
const readPastTask = async (tx: Transaction, sessionId: string, number: number, seq: number): Promise<Task> => {
  const row = await tx.get<{ event: string; data: string; carried: string | null; before: number | null }>`
    select event, data, carried, (
      select max(seq) from task_change where session_id = ${sessionId} and number = ${number} and seq < ${seq}
    ) as before
    from task join event on event.session_id = ${sessionId} and event.seq = ${seq}
    where task.session_id = ${sessionId} and number = ${number}
  `;
  invariant(row, 'a task that was listed is there');
  if (row.event === 'session.imported' && row.before !== null) {
    return taskAfterImport(await readPastTask(tx, sessionId, number, row.before));
  }
  return JSON.parse(row.event.startsWith('task.') ? row.data : (row.carried ?? row.data)) as Task;
};
