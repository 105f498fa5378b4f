import type { Queries, Transaction } from '../storage/storage.ts';
import type { JobKind } from './wake-up-topic.ts';

/**
 * Start-time fair queueing (JOB-16), between the agents of a session and between sessions. The state is in the
 * database, so that every process continues where another left off. A turn is charged with the recent average of its
 * agent's jobs, and the charge is corrected when the turn is over. An agent or session that had nothing to do begins
 * again at the virtual time of the others.
 */

/** The estimated time of a job of an agent without ended jobs. */
export const firstEstimateMs = 1000;

/** The greatest advantage of an agent that could not have a turn, because it was paused or without a worker. */
const keptAdvantageMs = 10_000;

export interface TurnFilter {
  /** The types that can be run. */
  types: readonly string[];
  /** Only jobs of this session. */
  sessionId?: string | undefined;
  /** Only jobs of pools that run their jobs in the sandbox. */
  sandboxOnly?: boolean | undefined;
}

export interface Turn {
  sessionId: string;
  agentId: string;
  /** The virtual times at which the turn begins, among sessions and among the agents of the session. */
  sessionStartMs: number;
  agentStartMs: number;
  chargeMs: number;
}

/** Types as one text, each between commas, for a substring search in SQL. No type contains a comma. */
const listed = (types: readonly string[]): string => `,${types.join(',,')},`;

/** The agent whose turn it is, among those with a waiting job that can run. */
export const findTurn = async (db: Queries, choice: TurnFilter): Promise<Turn | undefined> =>
  (await listTurns(db, choice, 1))[0];

/** The agents with a waiting job that can run, in the order of their turns. */
const listTurns = (
  db: Queries,
  { types, sessionId = '', sandboxOnly = false }: TurnFilter,
  most: number,
): Promise<Turn[]> =>
  db.all<Turn>`
    select session_id as "sessionId", agent_id as "agentId", session_start_ms as "sessionStartMs",
      agent_start_ms as "agentStartMs", estimate_ms as "chargeMs"
    from (
      select lane.session_id, lane.agent_id, agent.estimate_ms, pool.running, agent.running as agent_running,
        case when pool.virtual_ms < clock.virtual_ms - ${keptAdvantageMs}
          then clock.virtual_ms - ${keptAdvantageMs} else pool.virtual_ms end as session_start_ms,
        case when agent.virtual_ms < pool.agent_clock_ms - ${keptAdvantageMs}
          then pool.agent_clock_ms - ${keptAdvantageMs} else agent.virtual_ms end as agent_start_ms
      from job_queue lane
      join compute_pool pool on pool.session_id = lane.session_id
      join compute_agent agent on agent.session_id = lane.session_id and agent.agent_id = lane.agent_id
      join session on session.id = lane.session_id
      join seat on seat.session_id = lane.session_id and seat.agent_id = lane.agent_id
      cross join (select max(begun_ms) as virtual_ms from scheduler_clock) clock
      where lane.pending > 0
        and replace(${listed(types)}, ',' || lane.type || ',', '') <> ${listed(types)}
        and (${sessionId} = '' or lane.session_id = ${sessionId})
        and (${Number(sandboxOnly)} = 0 or pool.provider = 'sandbox')
        and pool.running < pool.max_running
        and session.status in ('waiting', 'active')
    ) waiting
    order by session_start_ms, running, session_id, agent_start_ms, agent_running, agent_id limit 0 + ${most}
  `;

/** The kind of some waiting job, whether or not it can run now: its session may be paused, or its pool full. */
export const findWaiting = (
  db: Queries,
  { types, sessionId = '', sandboxOnly = false }: TurnFilter,
): Promise<JobKind | undefined> =>
  db.get<JobKind>`
    select provider, type from job_queue lane join compute_pool pool on pool.session_id = lane.session_id
    where lane.pending > 0 and replace(${listed(types)}, ',' || type || ',', '') <> ${listed(types)}
      and (${sessionId} = '' or lane.session_id = ${sessionId})
      and (${Number(sandboxOnly)} = 0 or provider = 'sandbox')
    limit 1
  `;

/** The number of the oldest job of one agent that can be run. */
export const findNumber = async (
  db: Queries,
  { sessionId, agentId }: Pick<Turn, 'sessionId' | 'agentId'>,
  types: readonly string[],
): Promise<number | undefined> => {
  const row = await db.get<{ number: number }>`
    select (
      select min(number) from job
      where session_id = lane.session_id and agent_id = lane.agent_id and type = lane.type and status = 'pending'
    ) as number
    from job_queue lane
    where session_id = ${sessionId} and agent_id = ${agentId} and pending > 0
      and replace(${listed(types)}, ',' || type || ',', '') <> ${listed(types)}
    order by number limit 1
  `;
  return row?.number;
};

/** The number of turns that a choice reads, so that it can skip those that other transactions have locked. */
const turnsConsidered = 32;

/**
 * The caller's turn, locked to the end of the transaction together with its session. Every transaction locks the
 * session's turns first and the session after them, so that two never deadlock. Sessions that another transaction is
 * choosing from are skipped if there are others.
 */
export const lockTurn = async (tx: Transaction, choice: TurnFilter): Promise<Turn | undefined> => {
  const turns = await listTurns(tx, choice, turnsConsidered);
  const sessions = new Set(turns.map(({ sessionId }) => sessionId));
  let locksSome = false;
  for (const sessionId of sessions) {
    const free = await tx.lockAvailable`select session_id from scheduler_clock where session_id = ${sessionId}`;
    if (free.length === 0) continue;
    const turn = await confirmTurn(tx, { ...choice, sessionId });
    if (turn) return turn;
    locksSome = true;
  }
  const [first] = sessions;
  if (first === undefined || locksSome) return undefined;
  await tx.run`update scheduler_clock set begun_ms = begun_ms where session_id = ${first}`;
  return confirmTurn(tx, { ...choice, sessionId: first });
};

/** Locks the session, and reads the turn again: another transaction may have changed it before the lock was granted. */
const confirmTurn = async (tx: Transaction, choice: TurnFilter & { sessionId: string }): Promise<Turn | undefined> => {
  await tx.run`update session set last_seq = last_seq where id = ${choice.sessionId}`;
  return findTurn(tx, choice);
};

export const beginTurn = async (tx: Transaction, turn: Turn): Promise<void> => {
  const { sessionId, agentId, sessionStartMs, agentStartMs, chargeMs } = turn;
  await tx.run`
    update scheduler_clock set begun_ms = ${sessionStartMs} where session_id = ${sessionId} and begun_ms < ${sessionStartMs}
  `;
  await tx.run`
    update compute_pool set virtual_ms = ${sessionStartMs + chargeMs},
      agent_clock_ms = case when agent_clock_ms < ${agentStartMs} then ${agentStartMs} else agent_clock_ms end
    where session_id = ${sessionId}
  `;
  await tx.run`
    update compute_agent set virtual_ms = ${agentStartMs + chargeMs}
    where session_id = ${sessionId} and agent_id = ${agentId}
  `;
};

/** Replaces the estimate that was charged for a turn by what the turn took. */
export const correctCharge = async (
  tx: Transaction,
  { sessionId, agentId, chargeMs }: Pick<Turn, 'sessionId' | 'agentId' | 'chargeMs'>,
  tookMs: number,
): Promise<void> => {
  await tx.run`
    update compute_pool set virtual_ms = virtual_ms + ${tookMs - chargeMs} where session_id = ${sessionId}
  `;
  await tx.run`
    update compute_agent set virtual_ms = virtual_ms + ${tookMs - chargeMs},
      estimate_ms = (estimate_ms * 7 + ${tookMs * 3}) / 10
    where session_id = ${sessionId} and agent_id = ${agentId}
  `;
};

/**
 * Called before a job is queued: an agent, or a session, that has nothing waiting or running moves to the virtual time
 * of the others.
 */
export const enterSchedule = async (tx: Transaction, sessionId: string, agentId: string): Promise<void> => {
  await tx.run`
    update compute_pool set virtual_ms = (select max(begun_ms) from scheduler_clock)
    where session_id = ${sessionId} and pending = 0 and running = 0
      and virtual_ms < (select max(begun_ms) from scheduler_clock)
  `;
  await tx.run`
    update compute_agent
    set virtual_ms = (select agent_clock_ms from compute_pool where session_id = ${sessionId})
    where session_id = ${sessionId} and agent_id = ${agentId} and pending = 0 and running = 0
      and virtual_ms < (select agent_clock_ms from compute_pool where session_id = ${sessionId})
  `;
};
