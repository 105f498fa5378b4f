import { type BodyOf, conflict, type Endpoints, isEndedTask, type Task } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { assertPathsFit, HeldPaths, pathsTaken } from './held-paths.ts';
import { findBlockers, labelsIn, presentRead, readTask, type ReadTask } from './task-store.ts';

export interface ClaimRules {
  /** Whether to take the task although another task in work holds one of its paths. */
  overlap: boolean;
  heldPaths: number;
}

type ClaimBody = BodyOf<Endpoints['claimTask']>;

/** Claims a task for the caller: the named one, or the first that fits. Undefined if none fits (TASK-8, TASK-9). */
export const claimTask = async (
  tx: Transaction,
  caller: AgentCaller,
  { taskId, labels, overlap }: ClaimBody,
  heldPaths: number,
): Promise<Task | undefined> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const ref = taskId ?? (await findClaimable(tx, caller, { labels, overlap }));
  if (ref === undefined) return undefined;
  return takeTask(tx, caller, { head, read: await readTask(tx, head.id, ref) }, { overlap, heldPaths });
};

/**
 * Claims this task for the caller, or throws the reason why not. A task that the caller owns already stays as it is.
 */
export const takeTask = async (
  tx: Transaction,
  caller: AgentCaller,
  { head, read }: { head: SessionHead; read: ReadTask },
  { overlap, heldPaths }: ClaimRules,
): Promise<Task> => {
  const { task } = read;
  const { agentId, agentName } = caller;
  if (task.status === 'working' && task.assignee?.agentId === agentId) return presentRead(tx, read);
  await assertClaimable(tx, caller, read);
  if (!overlap) {
    const holders = await new HeldPaths(tx, caller).findOverlapping(task.paths);
    if (holders.length > 0) throw await pathsTaken(tx, task.sessionId, holders);
  }
  await assertPathsFit(tx, task, heldPaths);
  const after: ReadTask = {
    ...read,
    leaseFrom: tx.now,
    aliveAt: null,
    checkAt: tx.now + task.leaseMs,
    task: {
      ...task,
      status: 'working',
      assignee: { agentId, agentName },
      offeredTo: null,
      attempts: task.attempts + 1,
      reason: null,
    },
  };
  return changeTask(tx, { head, before: read, after, trigger: 'claim', actor: actorOf(caller) });
};

const assertClaimable = async (tx: Transaction, caller: AgentCaller, read: ReadTask): Promise<void> => {
  const { id, status, assignee, offeredTo } = read.task;
  if (isEndedTask(status)) throw conflict('task_ended', `The task has ended: it is ${status}.`, { status });
  if (status === 'working') {
    throw conflict('task_taken', `${assignee?.agentId ?? 'Another agent'} owns this task.`, { assignee });
  }
  if (status === 'offered' && offeredTo !== caller.agentId) {
    throw conflict('task_offered', `The task is offered to ${String(offeredTo)}.`, { offeredTo });
  }
  if (read.blockers > 0) {
    const blockedBy = (await findBlockers(tx, [read])).get(id) ?? [];
    throw conflict('task_blocked', 'The task waits for tasks that are not done.', { blockedBy });
  }
};

interface Candidate {
  id: string;
  rank: number;
  labels: string;
  /** JSON text. */
  paths: string;
}

/** The number of candidates that are read at once. */
const pageRows = 100;

/**
 * The first task that the agent could claim: offered to it or open, blocked by nothing, with all labels, and with free
 * paths. Tasks that are blocked or taken are not read, however many there are.
 */
export const findClaimable = async (
  db: Queries,
  claimer: Pick<AgentCaller, 'sessionId' | 'agentId'>,
  { labels, overlap }: Pick<ClaimBody, 'labels' | 'overlap'>,
): Promise<string | undefined> => {
  const held = new HeldPaths(db, claimer);
  let after = -1;
  for (;;) {
    const page = await listCandidates(db, claimer, after);
    for (const candidate of page) {
      const own = new Set(labelsIn(candidate.labels));
      if (!labels.every((label) => own.has(label))) continue;
      if (overlap || (await held.findOverlapping(JSON.parse(candidate.paths) as string[])).length === 0)
        return candidate.id;
    }
    const last = page.at(-1);
    if (!last || page.length < pageRows) return undefined;
    after = last.rank;
  }
};

const listCandidates = (
  db: Queries,
  { sessionId, agentId }: Pick<AgentCaller, 'sessionId' | 'agentId'>,
  after: number,
): Promise<Candidate[]> =>
  db.all<Candidate>`
    select * from (
      select * from (
        select id, rank, labels, paths from task
        where session_id = ${sessionId} and status = 'open' and blockers = 0 and rank > ${after}
        order by rank limit 0 + ${pageRows}
      ) ready
      union all
      select * from (
        select id, rank, labels, paths from task
        where session_id = ${sessionId} and status = 'offered' and offered_to = ${agentId} and blockers = 0
          and rank > ${after}
        order by rank limit 0 + ${pageRows}
      ) offered
    ) candidates
    order by rank limit 0 + ${pageRows}
  `;
