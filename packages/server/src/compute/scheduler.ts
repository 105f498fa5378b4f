import { Provider } from '@pairspace/protocol';
import type { Bus } from '../events/bus.ts';
import { NotificationSignal } from '../events/notification-signal.ts';
import { isIn, type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

interface JobKind {
  /**
   * The provider of the job's pool. The worker of a process takes jobs of the sandbox, the operator’s workers take both
   * kinds.
   */
  provider: Provider;
  type: string;
}

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
export const findTurn = async (db: Queries, choice: TurnFilter): Promise<Turn | undefined> => {
  const [first] = await listSessions(db, choice, 1);
  return first && turnIn(db, first, choice.types);
};

type SessionTurn = Pick<Turn, 'sessionId' | 'provider'>;

const waits = (types: readonly string[]): Sql => sql`
  job.status = 'pending' and ${isIn(sql`job.type`, types)}
  and seat.session_id = job.session_id and seat.agent_id = job.agent_id
`;

/** The sessions with a job that can run, in the order of their turns. */
const listSessions = (
  db: Queries,
  { types, sessionId, sandboxOnly }: TurnFilter,
  most: number,
): Promise<SessionTurn[]> =>
  db.all<SessionTurn>(
    ...statement(sql`
      select pool.session_id as "sessionId", provider from compute_pool pool cross join session
      where pool.pending > 0 and pool.running < pool.max_running
        and ${sessionId === undefined ? sql`1 = 1` : sql`pool.session_id = ${sessionId}`}
        and ${sandboxOnly ? sql`pool.provider = 'sandbox'` : sql`1 = 1`}
        and session.id = pool.session_id and session.status in ('waiting', 'active')
        and exists (select 1 from job cross join seat where job.session_id = pool.session_id and ${waits(types)})
      order by pool.running, began_at, pool.session_id limit 0 + ${most}
    `),
  );

/** The next job of a session: the oldest one of the agent with the fewest jobs that run. */
const turnIn = async (db: Queries, session: SessionTurn, types: readonly string[]): Promise<Turn | undefined> => {
  const ofAgent = sql`other.session_id = ${session.sessionId} and other.agent_id = waiting.agent_id`;
  const next = await db.get<Pick<Turn, 'number' | 'type'>>(
    ...statement(sql`
      select number, type from (
        select job.agent_id, job.type, min(number) as number from job cross join seat
        where job.session_id = ${session.sessionId} and ${waits(types)} group by job.agent_id, job.type
      ) waiting
      order by (select count(*) from job other where ${ofAgent} and status = 'running'),
        coalesce((select max(started_at) from job other where ${ofAgent}), 0), agent_id, number limit 1
    `),
  );
  return next && { ...session, ...next };
};

/** The number of sessions that a claim reads, so that it can pass over those in which others choose. */
const sessionsConsidered = 32;

/**
 * The next job, with its session locked to the end of the transaction. In a session, claims choose one after the other,
 * so that each has the turn which the claim before it has left. Claims lock a name of the session before its row, which
 * other transactions lock as well: a session that is busy otherwise keeps its turn.
 */
export const lockTurn = async (tx: Transaction, choice: TurnFilter): Promise<Turn | undefined> => {
  const sessions = await listSessions(tx, choice, sessionsConsidered);
  const [first] = sessions;
  let hasChosen = false;
  for (const { sessionId } of sessions) {
    if (!(await tx.lockIfFree(nameOf(sessionId)))) continue;
    hasChosen = true;
    const turn = await confirmTurn(tx, { ...choice, sessionId });
    if (turn) return turn;
  }
  if (!first || hasChosen) return undefined;
  tx.queueLock(nameOf(first.sessionId), 'alone');
  return confirmTurn(tx, { ...choice, sessionId: first.sessionId });
};

const nameOf = (sessionId: string): string => `claims in ${sessionId}`;

const confirmTurn = async (tx: Transaction, choice: TurnFilter & { sessionId: string }): Promise<Turn | undefined> => {
  await tx.run`update session set last_seq = last_seq where id = ${choice.sessionId}`;
  return findTurn(tx, choice);
};

/**
 * The topic of one kind of jobs, which is notified when such a job may be run. A notification reaches a single waiting
 * worker. This worker notifies the next one when it has taken a job and more jobs wait. No session id has this form. A
 * lost notification only costs time, because every worker also looks by itself now and then.
 */
export const wakeUpTopic = ({ provider, type }: JobKind): string => `${provider}_job_${type.replaceAll('.', '~')}`;

interface Wait {
  read: Queries;
  bus: Bus;
  waitMs: number;
  /** The poll interval, for jobs without a notification. */
  pollMs?: number | undefined;
  signal: AbortSignal;
  /** Takes a wait slot of the caller. */
  takeWaitSlot: () => Disposable;
  /** Whether the waiting caller would still be admitted. */
  isStillAdmitted: () => Promise<boolean>;
}

/** Waits until there is a job to claim, at most `waitMs`. */
export const waitForTurn = async (
  choice: TurnFilter,
  { read, bus, waitMs, pollMs, signal, takeWaitSlot, isStillAdmitted }: Wait,
): Promise<void> => {
  const { sessionId } = choice;
  const deadline = performance.now() + waitMs;
  using waits = new DisposableStack();
  waits.use(takeWaitSlot());
  const notifications = waits.use(new NotificationSignal(bus));
  const wake = (): void => {
    notifications.wake();
  };
  // The topic of a session notifies everyone who waits. The topic of a kind of job notifies only one of them.
  if (sessionId !== undefined) waits.defer(bus.watch(sessionId, wake));
  else for (const topic of topicsOf(choice)) waits.defer(bus.watchInGroup(topic, wake));
  while (!signal.aborted && !(await findTurn(read, choice))) {
    const left = deadline - performance.now();
    if (left <= 0 || !(await isStillAdmitted())) return;
    await notifications.next(left, signal, pollMs);
  }
};

const topicsOf = ({ types, sandboxOnly }: TurnFilter): Set<string> => {
  const providers = sandboxOnly ? (['sandbox'] as const) : Provider.options;
  return new Set(types.flatMap((type) => providers.map((provider) => wakeUpTopic({ provider, type }))));
};
