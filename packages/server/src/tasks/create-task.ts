import { type BodyOf, conflict, type Endpoints, invalid, type Limits, type Task } from '@pairspace/protocol';
import { actorOf, type SessionCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { takeTask } from './claim-task.ts';
import { blockersAmong, findDependencies, saveDependencies } from './dependencies.ts';
import { readTask } from './task-store.ts';

export type TaskRules = Pick<Limits, 'openTasksPerSession' | 'tasksPerSession' | 'taskDependencies' | 'heldPaths'>;

/** Creates a task, and claims it for the caller if the body asks for that (TASK-2). */
export const createTask = async (
  tx: Transaction,
  caller: SessionCaller,
  body: BodyOf<Endpoints['createTask']>,
  rules: TaskRules,
): Promise<Task> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const actor = actorOf(caller);
  if (body.claim && caller.kind !== 'agent') throw invalid('body.claim', 'is for agents');
  if (body.claim && body.offeredTo !== undefined) throw invalid('body.claim', 'contradicts offeredTo');
  if (body.offeredTo !== undefined) await assertSeated(tx, head.id, body.offeredTo);
  const number = 1 + (await assertRoomForTask(tx, head.id, rules));
  const dependencies = await findDependencies(tx, head.id, body.dependsOn);
  const task: Task = {
    ...newTask(tx, head.id, { ...body, number, dependsOn: dependencies.map(({ id }) => id), requester: actor }),
    status: body.offeredTo === undefined ? 'open' : 'offered',
    offeredTo: body.offeredTo ?? null,
    ...(body.a2a && { a2a: { agentId: body.offeredTo ?? null, declined: false } }),
  };
  await saveDependencies(tx, task, dependencies, rules.taskDependencies);
  const after = { ...untaken, task, blockers: blockersAmong(dependencies) };
  const created = await changeTask(tx, { head, before: undefined, after, trigger: 'create', actor });
  if (!body.claim || caller.kind !== 'agent') return created;
  const taken = { head: await getOpenSession(tx, head.id), read: await readTask(tx, head.id, task.id) };
  return takeTask(tx, caller, taken, { ...rules, overlap: body.overlap });
};

type NewTask = Pick<
  Task,
  'number' | 'title' | 'description' | 'dependsOn' | 'paths' | 'labels' | 'priority' | 'leaseMs' | 'requester'
>;

/** A task that nobody has taken, with these fields. */
export const newTask = ({ now }: Pick<Transaction, 'now'>, sessionId: string, given: NewTask): Task => {
  const id = newId('task', now);
  const { number, title, description, dependsOn, paths, labels, priority, leaseMs, requester } = given;
  return {
    id,
    taskId: id,
    sessionId,
    number,
    seq: 0,
    version: 0,
    title,
    description,
    status: 'open',
    requester,
    assignee: null,
    offeredTo: null,
    dependsOn,
    blockedBy: [],
    ready: true,
    paths,
    labels: [...new Set(labels)],
    priority,
    leaseMs,
    leaseUntil: null,
    attempts: 0,
    result: null,
    reason: null,
    createdAt: isoTime(now),
    updatedAt: isoTime(now),
    endedAt: null,
  };
};

/** The fields beside the task that nobody has taken. */
export const untaken = { leaseFrom: null, aliveAt: null, checkAt: null, seenAt: null, wroteAt: null } as const;

export const assertSeated = async (db: Queries, sessionId: string, agentId: string): Promise<void> => {
  const seat = await db.get`select 1 as one from seat where session_id = ${sessionId} and agent_id = ${agentId}`;
  if (!seat) throw invalid('body.offeredTo', `names ${JSON.stringify(agentId)}, which has no seat in this session`);
};

/** Throws if the session has no room for another task; returns the number of its newest task. */
export const assertRoomForTask = async (
  tx: Transaction,
  sessionId: string,
  { openTasksPerSession, tasksPerSession }: TaskRules,
): Promise<number> => {
  const row = await tx.get<{ newest: number; current: number }>`
    select coalesce(max(number), 0) as newest,
      (select count(*) from task where session_id = ${sessionId} and status = 'open')
      + (select count(*) from task where session_id = ${sessionId} and status = 'offered')
      + (select count(*) from task where session_id = ${sessionId} and status = 'working') as current
    from task where session_id = ${sessionId}
  `;
  const { newest = 0, current = 0 } = row ?? {};
  if (current >= openTasksPerSession) {
    throw conflict('limit_reached', `A session has at most ${String(openTasksPerSession)} tasks that have not ended.`);
  }
  if (newest >= tasksPerSession && (await countAll(tx, sessionId)) >= tasksPerSession) {
    throw conflict('limit_reached', `A session has at most ${String(tasksPerSession)} tasks.`);
  }
  return newest;
};

/** A fork may have fewer tasks than its newest number says. */
const countAll = async (tx: Transaction, sessionId: string): Promise<number> =>
  (await tx.get<{ stored: number }>`select count(*) as stored from task where session_id = ${sessionId}`)?.stored ?? 0;
