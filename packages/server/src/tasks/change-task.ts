import { type Actor, canonicalJson, isEndedTask, manyAttempts, type Task, utf8Bytes } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { countWork } from '../agent-statistics/count-work.ts';
import { appendEvent } from '../events/append-event.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import { tasksTopic } from '../events/topics.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { countBlocker, listDependents } from './dependencies.ts';
import { assertTransition, type TaskTrigger, transitions } from './states.ts';
import { presentRead, putTask, type ReadTask } from './task-store.ts';

interface TaskChange {
  /** The session after the newest event of this transaction. */
  head: SessionHead;
  /** The task before the change; undefined for a new task. */
  before: ReadTask | undefined;
  after: ReadTask;
  trigger: TaskTrigger;
  actor: Actor;
}

/**
 * Every change of a task that makes an event goes through this function. The function writes the event, the row, the
 * blocker counts of dependent tasks, and the inbox entries of the agents that the change concerns. If the change may
 * free a task, it wakes the claims that wait.
 */
export const changeTask = async (
  tx: Transaction,
  { head, before, after, trigger, actor }: TaskChange,
): Promise<Task> => {
  assertTransition(trigger, before?.task.status ?? 'none', after.task.status);
  const { sessionId, status } = after.task;
  const owner = after.task.assignee?.agentId;
  const changed: ReadTask = {
    ...after,
    wroteAt: actor.kind === 'agent' && actor.id === owner ? tx.now : after.wroteAt,
    task: {
      ...after.task,
      version: (before?.task.version ?? 0) + 1,
      updatedAt: isoTime(tx.now),
      endedAt: isEndedTask(status) ? isoTime(tx.now) : null,
    },
  };
  const presented = await presentRead(tx, changed);
  const concerns = await findConcerned(tx, { before: before?.task, after: changed.task, actor });
  const bytes =
    changeBytes + utf8Bytes(presented.title) + storedBytesOf(presented) - (before ? storedBytesOf(before.task) : 0);
  const change = { sessionId, event: transitions[trigger].event, actor, head, concerns, bytes } as const;
  const { entity: task } = await appendEvent(tx, change, presented);
  putTask(tx, { ...changed, task });
  if (status === 'done' || before?.task.status === 'done') countBlocker(tx, task, status === 'done' ? -1 : 1);
  if (status === 'done' && owner !== undefined) {
    countWork(tx, { sessionId, agentId: owner, isPublic: head.visibility === 'public' }, { tasksDone: 1 });
  }
  rememberAgents(tx, before?.task, task);
  if (mayFreeTask(before?.task, changed)) tx.notify(tasksTopic(sessionId));
  return task;
};

/** Whether the change may free a task for a claim: this task, a task that it blocked, or a task whose paths it held. */
const mayFreeTask = (before: Task | undefined, { task: { status }, blockers }: ReadTask): boolean =>
  before?.status === 'working' ? status !== 'working' : isEndedTask(status) || blockers === 0;

interface Concerning {
  before: Task | undefined;
  after: Task;
  actor: Actor;
}

/** The agents that a change of a task concerns, without its actor (INB-8). */
const findConcerned = async (tx: Transaction, { before, after, actor }: Concerning): Promise<NewInboxEntry[]> => {
  const told = [
    before?.assignee?.agentId,
    before?.offeredTo,
    after.assignee?.agentId,
    after.offeredTo,
    ...(after.status === before?.status ? [] : [agentIn(after)]),
    ...(isEndedTask(after.status) ? await findWaiting(tx, after) : []),
  ];
  const circles = after.status === 'open' && before?.status === 'working' && after.attempts >= manyAttempts;
  const agents = new Set(told.filter((agentId) => agentId !== null && agentId !== undefined));
  if (actor.kind === 'agent') agents.delete(actor.id);
  if (agents.size === 0 && !circles) return [];
  const seated = await tx.all<{ agent_id: string; key_line: string | null; role: string }>`
    select agent_id, key_line, role from seat where session_id = ${after.sessionId} order by position
  `;
  // The agent of the creator stands for a person, who has no inbox.
  const forPerson = circles && agentIn(after) === null;
  const isTold = (agentId: string, role: string): boolean =>
    agents.has(agentId) || (forPerson && role === 'creator' && actor.id !== agentId);
  return seated.flatMap(({ agent_id: agentId, key_line: keyLine, role }) =>
    isTold(agentId, role) ? [{ agentId, reason: 'task' as const, hasKey: keyLine !== null }] : [],
  );
};

/**
 * The agents to tell about each task that waited for an ended one: its owner, else the agent to which it is offered,
 * else its requester. A task that failed or was cancelled goes on blocking, so the requester is told in that case too.
 */
const findWaiting = async (tx: Transaction, ended: Task): Promise<(string | null)[]> => {
  const dependents = await listDependents(tx, ended);
  return dependents.flatMap((task) => [
    task.assignee?.agentId ?? task.offeredTo ?? agentIn(task),
    ...(ended.status === 'done' ? [] : [agentIn(task)]),
  ]);
};

/** The agent that asked for a task; null for a person. */
const agentIn = ({ requester: { kind, id } }: Task): string | null => (kind === 'agent' ? id : null);

/** The size of the row of a change, without the title. */
const changeBytes = 500;

/** The size of the texts of a task. */
export const storedBytesOf = ({ title, description, paths, labels, dependsOn, result }: Task): number =>
  utf8Bytes(title + description + canonicalJson([paths, labels, dependsOn, result]));

const ownerEntity = (taskId: string): string => `owner ${taskId}`;
const offerEntity = (taskId: string): string => `offer ${taskId}`;

/**
 * Remembers the agents that own the task or are offered it. If they act later, they are refused as late (409), not as
 * strangers to the task (403).
 */
const rememberAgents = (tx: Transaction, before: Task | undefined, task: Task): void => {
  const remember = (entity: string, agentId: string): void => {
    tx.queueWrite`
      insert into entity_writer (session_id, entity, agent_id) values (${task.sessionId}, ${entity}, ${agentId})
      on conflict (session_id, entity, agent_id) do nothing
    `;
  };
  const { id, assignee, offeredTo } = task;
  if (assignee && assignee.agentId !== before?.assignee?.agentId) remember(ownerEntity(id), assignee.agentId);
  if (offeredTo !== null && offeredTo !== before?.offeredTo) remember(offerEntity(id), offeredTo);
};

const isRemembered = async (
  tx: Transaction,
  entity: string,
  { sessionId }: Task,
  agentId: string,
): Promise<boolean> => {
  const row = await tx.get`
    select 1 as found from entity_writer
    where session_id = ${sessionId} and entity = ${entity} and agent_id = ${agentId}
  `;
  return row !== undefined;
};

/** Whether the agent owns the task, or has owned it. */
export const hasOwned = (tx: Transaction, task: Task, agentId: string): Promise<boolean> =>
  isRemembered(tx, ownerEntity(task.id), task, agentId);

/** Whether the task is or was offered to the agent. */
export const wasOffered = (tx: Transaction, task: Task, agentId: string): Promise<boolean> =>
  isRemembered(tx, offerEntity(task.id), task, agentId);
