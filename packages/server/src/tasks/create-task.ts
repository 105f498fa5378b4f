import {
  type Actor,
  type BodyOf,
  conflict,
  type Endpoints,
  invalid,
  type Limits,
  type Task,
} from '@pairspace/protocol';
import { actorOf, type SessionCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { newId } from '../lib/ids.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { takeTask } from './claim-task.ts';
import { blockersAmong, findDependencies, saveDependencies } from './dependencies.ts';
import { getTaskRow, labelLines, rankOf, type ReadTask } from './task-store.ts';

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
  const row: ReadTask = {
    ...newTask(tx, head.id, { ...body, number, dependsOn: dependencies.map(({ id }) => id) }),
    status: body.offeredTo === undefined ? 'open' : 'offered',
    requester: JSON.stringify(actor),
    offered_to: body.offeredTo ?? null,
    ...(body.a2a && { a2a_caller: a2aCallerOf(actor), a2a_agent: body.offeredTo ?? '-' }),
    blockers: blockersAmong(dependencies),
  };
  await saveDependencies(tx, row, dependencies, rules.taskDependencies);
  const created = await changeTask(tx, { head, before: undefined, after: row, trigger: 'create', actor });
  if (!body.claim || caller.kind !== 'agent') return created;
  const taken = { head: await getOpenSession(tx, head.id), row: await getTaskRow(tx, head.id, row.id) };
  return takeTask(tx, caller, taken, { ...rules, overlap: body.overlap });
};

type NewTask = Pick<
  Task,
  'number' | 'title' | 'description' | 'dependsOn' | 'paths' | 'labels' | 'priority' | 'leaseMs'
>;

/** A task that nobody has taken, with these fields. */
export const newTask = ({ now }: Pick<Transaction, 'now'>, sessionId: string, task: NewTask) =>
  ({
    session_id: sessionId,
    id: newId('task', now),
    number: task.number,
    rank: rankOf(task),
    seq: 0,
    version: 0,
    title: task.title,
    description: task.description,
    status: 'open',
    assignee_id: null,
    assignee_name: null,
    offered_to: null,
    depends_on: JSON.stringify(task.dependsOn),
    paths: JSON.stringify(task.paths),
    path_count: task.paths.length,
    labels: labelLines([...new Set(task.labels)]),
    priority: task.priority,
    lease_ms: task.leaseMs,
    lease_from: null,
    alive_at: null,
    check_at: null,
    attempts: 0,
    result: 'null',
    reason: null,
    a2a_caller: null,
    a2a_agent: null,
    a2a_declined: 0,
    copied_from: null,
    created_at: now,
    updated_at: now,
    ended_at: null,
    seen_at: null,
    wrote_at: null,
  }) as const satisfies Partial<ReadTask>;

/** The sender of a task through A2A, in the form in which the row of the task keeps it. */
export const a2aCallerOf = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string => `${kind} ${id}`;

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
