import { type BodyOf, conflict, type Endpoints, isEndedTask, type Task } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { changeTask } from './change-task.ts';
import { assertPathsFit, HeldPaths, pathsTaken } from './held-paths.ts';
import {
  assigneeOf,
  findBlockers,
  getTaskRow,
  labelsIn,
  presentRead,
  type ReadTask,
  type TaskRow,
} from './task-store.ts';

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
  return takeTask(tx, caller, { head, row: await getTaskRow(tx, head.id, ref) }, { overlap, heldPaths });
};

/**
 * Claims this task for the caller, or throws the reason why not. A task that the caller owns already stays as it is.
 */
export const takeTask = async (
  tx: Transaction,
  caller: AgentCaller,
  { head, row }: { head: SessionHead; row: ReadTask },
  { overlap, heldPaths }: ClaimRules,
): Promise<Task> => {
  if (row.status === 'working' && row.assignee_id === caller.agentId) {
    return presentRead(tx, row);
  }
  await assertClaimable(tx, caller, row);
  if (!overlap) {
    const holders = await new HeldPaths(tx, caller).findOverlapping(row);
    if (holders.length > 0) throw pathsTaken(holders);
  }
  await assertPathsFit(tx, row, heldPaths);
  const after: ReadTask = {
    ...row,
    status: 'working',
    assignee_id: caller.agentId,
    assignee_name: caller.agentName,
    offered_to: null,
    lease_from: tx.now,
    alive_at: null,
    check_at: tx.now + row.lease_ms,
    attempts: row.attempts + 1,
    reason: null,
  };
  return changeTask(tx, { head, before: row, after, trigger: 'claim', actor: actorOf(caller) });
};

const assertClaimable = async (tx: Transaction, caller: AgentCaller, row: ReadTask): Promise<void> => {
  if (isEndedTask(row.status)) {
    throw conflict('task_ended', `The task has ended: it is ${row.status}.`, { status: row.status });
  }
  if (row.status === 'working') {
    const assignee = assigneeOf(row);
    throw conflict('task_taken', `${assignee?.agentId ?? 'Another agent'} owns this task.`, { assignee });
  }
  if (row.status === 'offered' && row.offered_to !== caller.agentId) {
    throw conflict('task_offered', `The task is offered to ${String(row.offered_to)}.`, { offeredTo: row.offered_to });
  }
  if (row.blockers > 0) {
    const blockedBy = (await findBlockers(tx, [row])).get(row.id) ?? [];
    throw conflict('task_blocked', 'The task waits for tasks that are not done.', { blockedBy });
  }
};

type Candidate = Pick<TaskRow, 'id' | 'rank' | 'labels' | 'paths' | 'path_count'>;

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
      if (overlap || (await held.findOverlapping(candidate)).length === 0) return candidate.id;
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
        select id, rank, labels, paths, path_count from task
        where session_id = ${sessionId} and status = 'open' and blockers = 0 and rank > ${after}
        order by rank limit 0 + ${pageRows}
      ) ready
      union all
      select * from (
        select id, rank, labels, paths, path_count from task
        where session_id = ${sessionId} and status = 'offered' and offered_to = ${agentId} and blockers = 0
          and rank > ${after}
        order by rank limit 0 + ${pageRows}
      ) offered
    ) candidates
    order by rank limit 0 + ${pageRows}
  `;
