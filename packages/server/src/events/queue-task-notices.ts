import {
  type A2aStatus,
  a2aStatusOf,
  a2aStatusOfAsk,
  type Ask,
  isEndedTask,
  type LoggedName,
  type Task,
} from '@pairspace/protocol';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { deliveriesTopic } from './topics.ts';

interface TaskRef {
  sessionId: string;
  taskId: string;
}

/** A state of a task, as a webhook is told of it. */
export interface TaskNotice extends TaskRef {
  event: LoggedName;
  seq: number;
  status: A2aStatus;
}

/**
 * Queues a changed state of a task for the webhooks that subscribed to the task, in the transaction of the event
 * (A2A-12).
 */
export const queueTaskNotices = async (
  tx: Transaction,
  { sessionId, seq, event }: { sessionId: string; seq: number; event: LoggedName },
  entity: unknown,
): Promise<void> => {
  const taskId = taskOf(event, entity);
  if (taskId === null) return;
  const ref = { sessionId, taskId };
  const webhooks = await tx.all<{ id: string }>`
    select webhook_id as id from webhook_subscription where session_id = ${sessionId} and event = ${taskId}
  `;
  if (webhooks.length === 0) return;
  const status = event.startsWith('task.')
    ? await statusOfTask(tx, ref, entity as Task)
    : await statusOfAsk(tx, ref, entity as Ask);
  if (!status) return;
  for (const { id } of webhooks) await queueTaskNotice(tx, id, { ...ref, event, seq, status });
  if (event === 'task.ended') await endTaskWebhooks(tx, ref);
};

/** Returns the id of the task whose state an event may change, or null. */
const taskOf = (event: LoggedName, entity: unknown): string | null => {
  if (event === 'ask.created' || event === 'ask.ended') return (entity as Ask).taskId;
  return event === 'task.claimed' || event === 'task.released' || event === 'task.ended' ? (entity as Task).id : null;
};

/** Queues a state of a task for one webhook. */
export const queueTaskNotice = async (
  tx: Transaction,
  webhookId: string,
  { sessionId, taskId, event, seq, status }: TaskNotice,
): Promise<void> => {
  const body = JSON.stringify({ statusUpdate: { taskId, contextId: sessionId, status } });
  await tx.run`
    insert into delivery (session_id, id, webhook_id, seq, event, body, status, attempts, attempts_before, due_at,
      created_at, queued_at)
    values (${sessionId}, ${newId('dlv', tx.now)}, ${webhookId}, ${seq}, ${event}, ${body}, 'pending', 0, 0,
      coalesce(
        (select max(due_at) from delivery where webhook_id = ${webhookId} and status = 'pending'
          and case when attempts = 0 then 0 else 1 end = 0 and due_at > ${tx.now}),
        ${tx.now}
      ),
      ${tx.now}, ${tx.now})
  `;
  tx.notify(deliveriesTopic);
};

/** Ends the subscriptions of a task that has ended. A sweep removes its webhooks when all deliveries were sent. */
const endTaskWebhooks = async (tx: Transaction, { sessionId, taskId }: TaskRef): Promise<void> => {
  await tx.run`delete from webhook_subscription where session_id = ${sessionId} and event = ${taskId}`;
  await tx.run`update webhook set ended_at = ${tx.now} where session_id = ${sessionId} and task_id = ${taskId}`;
};

/** While an ask about a task is open, only the end of the task changes its state. */
const statusOfTask = async (tx: Transaction, ref: TaskRef, task: Task): Promise<A2aStatus | undefined> =>
  isEndedTask(task.status) || !(await isAsked(tx, ref)) ? a2aStatusOf(task, undefined) : undefined;

/** The first open ask about a task changes the state of the task, and so does the end of the last open one. */
const statusOfAsk = async (tx: Transaction, ref: TaskRef, ask: Ask): Promise<A2aStatus | undefined> => {
  if (await isAsked(tx, ref, ask.id)) return undefined;
  const row = await findTaskState(tx, ref);
  if (!row || isEndedTask(row.status)) return undefined;
  return ask.status === 'open' ? a2aStatusOfAsk(ask) : { ...row.a2a, timestamp: ask.endedAt ?? row.a2a.timestamp };
};

const isAsked = async (tx: Transaction, { sessionId, taskId }: TaskRef, besides = ''): Promise<boolean> => {
  const open = await tx.get`
    select 1 as found from entity
    where session_id = ${sessionId} and kind = 'ask' and data ->> 'status' = 'open'
      and data ->> 'taskId' = ${taskId} and id <> ${besides} limit 1
  `;
  return open !== undefined;
};

interface TaskState {
  seq: number;
  status: Task['status'];
  a2a: A2aStatus;
}

const findTaskState = async (tx: Transaction, { sessionId, taskId }: TaskRef): Promise<TaskState | undefined> => {
  const row = await tx.get<{ data: string }>`
    select data from entity where session_id = ${sessionId} and kind = 'task' and id = ${taskId}
  `;
  if (!row) return undefined;
  const task = JSON.parse(row.data) as Task;
  return { seq: task.seq, status: task.status, a2a: a2aStatusOf({ ...task, result: null }, undefined) };
};

/** Returns the current state of a task. While an ask is open, the state does not include the text of the ask. */
export const findTaskNow = async (tx: Transaction, ref: TaskRef): Promise<TaskState | undefined> => {
  const row = await findTaskState(tx, ref);
  if (!row || isEndedTask(row.status) || !(await isAsked(tx, ref))) return row;
  return { ...row, a2a: { state: 'TASK_STATE_INPUT_REQUIRED', timestamp: row.a2a.timestamp } };
};
