import { joined, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { JobKind } from './wake-up-topic.ts';

export interface TurnFilter {
  /** The types that can be run. */
  types: readonly string[];
  /** Only jobs of this session. */
  sessionId?: string | undefined;
  /** Only jobs of pools that run their jobs in the sandbox. */
  sandboxOnly?: boolean | undefined;
}

/** The next job, by its session and number. */
export interface Turn extends JobKind {
  sessionId: string;
  number: number;
}

/** The job that is next among those that can run (JOB-16). */
export const findTurn = async (db: Queries, choice: TurnFilter): Promise<Turn | undefined> =>
  (await listTurns(db, choice, 1))[0];

/**
 * The oldest job of each agent and type, in the order of turns. The rows of pools and agents choose, because they are
 * few, however long the queue is.
 */
const listTurns = (db: Queries, { types, sessionId, sandboxOnly }: TurnFilter, most: number): Promise<Turn[]> => {
  const wanted = joined(
    types.map((type) => sql`select ${type} as type`),
    sql` union `,
  );
  return db.all<Turn>(
    ...statement(sql`
      select session_id as "sessionId", number, provider, type from (
        select pool.session_id, pool.provider, wanted.type, agent.agent_id, pool.running, pool.began_at,
          agent.running as agent_running, agent.began_at as agent_began_at, (
            select min(number) from job where job.session_id = agent.session_id and job.agent_id = agent.agent_id
              and job.type = wanted.type and job.status = 'pending'
          ) as number
        from compute_pool pool cross join session cross join compute_agent agent cross join seat
        cross join (${wanted}) wanted
        where pool.pending > 0 and pool.running < pool.max_running
          and ${sessionId === undefined ? sql`1 = 1` : sql`pool.session_id = ${sessionId}`}
          and ${sandboxOnly ? sql`pool.provider = 'sandbox'` : sql`1 = 1`}
          and session.id = pool.session_id and session.status in ('waiting', 'active')
          and agent.session_id = pool.session_id and agent.pending > 0
          and seat.session_id = agent.session_id and seat.agent_id = agent.agent_id
      ) waiting
      where number is not null
      order by running, began_at, session_id, agent_running, agent_began_at, agent_id, number limit 0 + ${most}
    `),
  );
};

/** The number of turns that a claim reads, so that it can skip those of other claims. */
const turnsConsidered = 32;

/**
 * The next job, with its session locked to the end of the transaction. Sessions in which another claim chooses are
 * skipped if there are others. Claims alone lock the oldest count of a session's jobs, and they lock it before the
 * session: a session that something else has locked keeps its turn.
 */
export const lockTurn = async (tx: Transaction, choice: TurnFilter): Promise<Turn | undefined> => {
  const turns = await listTurns(tx, choice, turnsConsidered);
  const sessions = new Set(turns.map(({ sessionId }) => sessionId));
  let locksSome = false;
  for (const sessionId of sessions) {
    const free = await tx.lockAvailable`
      select seq from job_count where session_id = ${sessionId}
        and seq = (select min(seq) from job_count where session_id = ${sessionId})
    `;
    if (free.length === 0) continue;
    const turn = await confirmTurn(tx, { ...choice, sessionId });
    if (turn) return turn;
    locksSome = true;
  }
  const [first] = sessions;
  return first === undefined || locksSome ? undefined : confirmTurn(tx, { ...choice, sessionId: first });
};

/** Locks the session, and reads the turn again: another transaction may have changed it before the lock was granted. */
const confirmTurn = async (tx: Transaction, choice: TurnFilter & { sessionId: string }): Promise<Turn | undefined> => {
  await tx.run`update session set last_seq = last_seq where id = ${choice.sessionId}`;
  return findTurn(tx, choice);
};
