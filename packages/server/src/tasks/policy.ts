import { conflict, ServiceError, type Task } from '@pairspace/protocol';
import { actorOf, type AgentCaller, hasRight, type SessionCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';
import { hasOwned } from './change-task.ts';
import { allows, type TaskTrigger } from './states.ts';
import { readTask, type ReadTask } from './task-store.ts';

export interface PermittedTask {
  head: SessionHead;
  read: ReadTask;
}

/** Whether the caller asked for the task, or has a token of the session’s creator. */
const mayDirect = (caller: SessionCaller, { requester }: Task): boolean => {
  const { kind, id } = actorOf(caller);
  return caller.issuedToCreator || (requester.kind === kind && requester.id === id);
};

const owns = async (tx: Transaction, caller: SessionCaller, task: Task): Promise<boolean> =>
  caller.kind === 'agent' && (task.assignee?.agentId === caller.agentId || (await hasOwned(tx, task, caller.agentId)));

interface Step {
  trigger: TaskTrigger;
  /** Whether the caller may take this step on the task, or could do so before. */
  isTheirs: (task: Task) => Promise<boolean>;
  /** The callers that may take the step, for the text of the refusal. */
  who: string;
}

/**
 * Reads a task for a step of this caller. A step that the caller could never take is 403, before any other refusal
 * (TASK-7).
 */
const getFor = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  { trigger, isTheirs, who }: Step,
): Promise<PermittedTask> => {
  const read = await readTask(tx, caller.sessionId, ref);
  if (!(await isTheirs(read.task))) throw new ServiceError('FORBIDDEN', `Only ${who} may do this.`);
  const head = await getOpenSession(tx, caller.sessionId);
  if (!allows(trigger, read.task.status)) throw wrongState(read.task);
  return { head, read };
};

export const wrongState = ({ status }: Pick<Task, 'status'>): ServiceError =>
  conflict('task_state', `The task is ${status}, which does not allow this.`, { status });

/** Reads a task that the requester, a token of the creator, or an observer that may steer wants to cancel (PPL-5). */
export const getToCancel = (tx: Transaction, caller: SessionCaller, ref: string): Promise<PermittedTask> =>
  getFor(tx, caller, ref, {
    trigger: 'cancel',
    isTheirs: (task) => Promise.resolve(mayDirect(caller, task) || hasRight(caller, 'steer')),
    who: 'the requester of the task, the creator’s tokens, and observers that may steer',
  });

/** Reads a task for a step of the requester or a token of the creator. */
export const getAsDirector = (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  trigger: TaskTrigger,
): Promise<PermittedTask> =>
  getFor(tx, caller, ref, {
    trigger,
    isTheirs: (task) => Promise.resolve(mayDirect(caller, task)),
    who: 'the requester of the task and the creator’s tokens',
  });

/** Reads a task for a step of the requester, a token of the creator, or the owner. A former owner gets 409, not 403. */
export const getAsDirectorOrOwner = async (
  tx: Transaction,
  caller: SessionCaller,
  ref: string,
  trigger: TaskTrigger,
): Promise<PermittedTask> => {
  const permitted = await getFor(tx, caller, ref, {
    trigger,
    isTheirs: async (task) => mayDirect(caller, task) || (await owns(tx, caller, task)),
    who: 'the owner, the requester of the task, and the creator’s tokens',
  });
  if (!mayDirect(caller, permitted.read.task)) assertOwner(caller, permitted.read.task);
  return permitted;
};

/**
 * Reads a task that its owner ends, or its last owner whose lease ended while nobody took it since (TASK-23). A former
 * owner gets 409, not 403.
 */
export const getToFinish = async (tx: Transaction, caller: AgentCaller, ref: string): Promise<PermittedTask> => {
  const permitted = await getFor(tx, caller, ref, {
    trigger: 'finish',
    isTheirs: (task) => owns(tx, caller, task),
    who: 'the owner of the task',
  });
  const { task } = permitted.read;
  if (task.status === 'working' || !(await hasLeaseEndedFor(tx, task, caller.agentId))) assertOwner(caller, task);
  return permitted;
};

/** Whether the newest owner of a task that nobody owns was this agent, and lost it because its lease ended. */
const hasLeaseEndedFor = async (tx: Transaction, { sessionId, id }: Task, agentId: string): Promise<boolean> => {
  const claim = await tx.get<{ seq: number; agentId: string }>`
    select seq, actor_id as "agentId" from event
    where session_id = ${sessionId} and entity_id = ${id} and event = 'task.claimed' order by seq desc limit 1
  `;
  if (claim?.agentId !== agentId) return false;
  const end = await tx.get<{ data: string }>`
    select data from event where session_id = ${sessionId} and entity_id = ${id} and seq > ${claim.seq}
    order by seq limit 1
  `;
  return end !== undefined && (JSON.parse(end.data) as Task).reason === 'lease';
};

/** Reads a task for the agent to which it is offered. An agent that had an earlier offer gets 409, not 403. */
export const getAsOffered = async (
  tx: Transaction,
  caller: Extract<SessionCaller, { kind: 'agent' }>,
  ref: string,
  wasOffered: (task: Task) => Promise<boolean>,
): Promise<PermittedTask> => {
  const permitted = await getFor(tx, caller, ref, {
    trigger: 'decline',
    isTheirs: wasOffered,
    who: 'the agent to which the task is offered',
  });
  const { task } = permitted.read;
  if (task.offeredTo !== caller.agentId) throw wrongState(task);
  return permitted;
};

const assertOwner = (caller: SessionCaller, task: Task): void => {
  const { id, status, assignee } = task;
  if (caller.kind !== 'agent') throw wrongState(task);
  if (status === 'working' && assignee?.agentId === caller.agentId) return;
  const now = status === 'working' ? `${String(assignee?.agentId)} owns it now` : `it is ${status} now`;
  const claim = `claim it again, when nobody owns it, with POST …/tasks/claim {"taskId":"${id}"}`;
  throw conflict('task_state', `Your lease of this task has ended, and ${now}. To go on, ${claim}.`, { status });
};
