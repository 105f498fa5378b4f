import { type Actor, isEndedTask, manyAttempts, type Task, utf8Bytes } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { countWork } from '../agent-statistics/count-work.ts';
import { appendEvent } from '../events/append-event.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import { tasksTopic } from '../events/topics.ts';
import type { Transaction } from '../storage/storage.ts';
import { countBlocker, listDependents } from './dependencies.ts';
import { assertTransition, type TaskTrigger, transitions } from './states.ts';
import { findBlockers, insertTask, presentTask, type ReadTask, updateTaskRow } from './task-store.ts';

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
  assertTransition(trigger, before?.status ?? 'none', after.status);
  const { session_id: sessionId } = after;
  const isByOwner = actor.kind === 'agent' && actor.id === after.assignee_id;
  const row: ReadTask = {
    ...after,
    version: (before?.version ?? 0) + 1,
    updated_at: tx.now,
    ended_at: isEndedTask(after.status) ? tx.now : null,
    wrote_at: isByOwner ? tx.now : after.wrote_at,
  };
  const blockedBy = (await findBlockers(tx, [row])).get(row.id) ?? [];
  const concerns = await findConcerned(tx, { before, after: row, actor });
  const bytes = changeBytes + utf8Bytes(row.title) + storedBytesOf(row) - (before ? storedBytesOf(before) : 0);
  const change = { sessionId, event: transitions[trigger].event, actor, head, concerns, bytes } as const;
  const { seq } = await appendEvent(tx, change, presentTask(row, blockedBy));
  const task = presentTask({ ...row, seq }, blockedBy);
  (before ? updateTaskRow : insertTask)(tx, { ...row, seq });
  if (row.status === 'done' || before?.status === 'done') countBlocker(tx, row, row.status === 'done' ? -1 : 1);
  if (row.status === 'done' && row.assignee_id !== null) {
    const isPublic = head.visibility === 'public';
    countWork(tx, { sessionId, agentId: row.assignee_id, isPublic }, { tasksDone: 1 });
  }
  rememberAgents(tx, before, row);
  if (mayFreeTask(before, row)) tx.notify(tasksTopic(sessionId));
  return task;
};

/** Whether the change may free a task for a claim: this task, a task that it blocked, or a task whose paths it held. */
const mayFreeTask = (before: ReadTask | undefined, { status, blockers }: ReadTask): boolean =>
  before?.status === 'working' ? status !== 'working' : isEndedTask(status) || blockers === 0;

/** The agents that a change of a task concerns, without its actor (INB-8). */
const findConcerned = async (
  tx: Transaction,
  { before, after, actor }: Pick<TaskChange, 'before' | 'after' | 'actor'>,
): Promise<NewInboxEntry[]> => {
  const told = [
    before?.assignee_id,
    before?.offered_to,
    after.assignee_id,
    after.offered_to,
    ...(after.status === before?.status ? [] : [agentIn(after.requester)]),
    ...(isEndedTask(after.status) ? await findWaiting(tx, after) : []),
  ];
  const circles = after.status === 'open' && before?.status === 'working' && after.attempts >= manyAttempts;
  const agents = new Set(told.filter((agentId) => agentId !== null && agentId !== undefined));
  if (actor.kind === 'agent') agents.delete(actor.id);
  if (agents.size === 0 && !circles) return [];
  const seated = await tx.all<{ agent_id: string; key_line: string | null; role: string }>`
    select agent_id, key_line, role from seat where session_id = ${after.session_id} order by position
  `;
  // The agent of the creator stands for a person, who has no inbox.
  const forPerson = circles && agentIn(after.requester) === null;
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
const findWaiting = async (tx: Transaction, ended: ReadTask): Promise<(string | null)[]> => {
  const dependents = await listDependents(tx, ended);
  return dependents.flatMap(({ requester, assignee_id, offered_to }) => [
    assignee_id ?? offered_to ?? agentIn(requester),
    ...(ended.status === 'done' ? [] : [agentIn(requester)]),
  ]);
};

const agentIn = (requester: string): string | null => {
  const { kind, id } = JSON.parse(requester) as Actor;
  return kind === 'agent' ? id : null;
};

/** The size of the row of a change, without the title. */
const changeBytes = 500;

/** The size of the texts of a task. */
export const storedBytesOf = ({ title, description, paths, labels, depends_on, result }: ReadTask): number =>
  [title, description, paths, labels, depends_on, result].reduce((sum, text) => sum + utf8Bytes(text), 0);

const ownerEntity = (taskId: string): string => `owner ${taskId}`;
const offerEntity = (taskId: string): string => `offer ${taskId}`;

/**
 * Remembers the agents that own the task or are offered it. If they act later, they are refused as late (409), not as
 * strangers to the task (403).
 */
const rememberAgents = (
  tx: Transaction,
  before: ReadTask | undefined,
  { session_id, id, assignee_id, offered_to }: ReadTask,
): void => {
  const remember = (entity: string, agentId: string): void => {
    tx.queueWrite`
      insert into entity_writer (session_id, entity, agent_id) values (${session_id}, ${entity}, ${agentId})
      on conflict (session_id, entity, agent_id) do nothing
    `;
  };
  if (assignee_id !== null && assignee_id !== before?.assignee_id) remember(ownerEntity(id), assignee_id);
  if (offered_to !== null && offered_to !== before?.offered_to) remember(offerEntity(id), offered_to);
};

const isRemembered = async (
  tx: Transaction,
  entity: string,
  { session_id }: ReadTask,
  agentId: string,
): Promise<boolean> => {
  const row = await tx.get`
    select 1 as found from entity_writer
    where session_id = ${session_id} and entity = ${entity} and agent_id = ${agentId}
  `;
  return row !== undefined;
};

/** Whether the agent owns the task, or has owned it. */
export const hasOwned = (tx: Transaction, row: ReadTask, agentId: string): Promise<boolean> =>
  isRemembered(tx, ownerEntity(row.id), row, agentId);

/** Whether the task is or was offered to the agent. */
export const wasOffered = (tx: Transaction, row: ReadTask, agentId: string): Promise<boolean> =>
  isRemembered(tx, offerEntity(row.id), row, agentId);
