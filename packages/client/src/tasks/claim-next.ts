import {
  type BodyGiven,
  type Endpoints,
  endpoints,
  maxWaitSeconds,
  type ResultOf,
  ServiceError,
  type Task,
} from '@pairspace/protocol';
import { mayPass } from '../answer.ts';
import { callEndpoint } from '../call-endpoint.ts';
import { type Connection, newKey } from '../connection.ts';
import { backoffMs } from '../pause.ts';
import { persist } from '../persist.ts';
import { type ClaimedTask, HeldTask } from './claimed-task.ts';

export interface ClaimNext {
  sessionId: string;
  /** Only tasks with all of these labels. */
  labels?: string[] | undefined;
  /** Whether to claim tasks, too, whose paths a task in work already holds. */
  overlap?: boolean | undefined;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
}

/**
 * Tasks for the agent, one after the other. Taking the next task finishes the present one, with the outcome given to
 * `finish`. Leaving the loop without a call of `finish` releases the task. The lease is renewed meanwhile. A task that
 * a dead process of the agent left behind comes first. The iteration ends when the session is completed, and when the
 * signal aborts. It survives outages.
 */
export async function* claimNext(
  connection: Connection,
  { signal, ...wanted }: ClaimNext,
): AsyncGenerator<ClaimedTask, void, undefined> {
  try {
    const left = await tasksLeft(connection, wanted.sessionId, signal);
    while (!signal?.aborted) {
      const task = takeFitting(left, wanted) ?? (await claim(connection, wanted, signal));
      if (!task) return;
      const held = new HeldTask(connection, { sessionId: wanted.sessionId, task, signal });
      let goesOn = false;
      try {
        yield held.claimed;
        goesOn = !signal?.aborted;
      } finally {
        await held.end({ isDone: goesOn });
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

type Wanted = Omit<ClaimNext, 'signal'>;

/** For each seat, the unfinished tasks of dead processes, as the first iteration of this process found them. */
const leftBySeat = new Map<string, Promise<Task[]>>();

/**
 * The tasks that the agent already owned at the first call in this process; a later task belongs to another iteration
 * of this process. An iteration must end the found tasks: their leases do not expire, because every sign of life of the
 * agent renews them.
 */
const tasksLeft = (connection: Connection, sessionId: string, signal: AbortSignal | undefined): Promise<Task[]> => {
  const seat = JSON.stringify([connection.baseUrl, sessionId, connection.token]);
  const known = leftBySeat.get(seat);
  if (known) return known;
  const found = findOwn(connection, sessionId, signal);
  leftBySeat.set(seat, found);
  found.catch(() => leftBySeat.delete(seat));
  return found;
};

const findOwn = async (connection: Connection, sessionId: string, signal: AbortSignal | undefined): Promise<Task[]> => {
  const params = { sessionId };
  const call = <T>(endpoint: (typeof endpoints)['whoami' | 'listTasks'], query: Record<string, string | number>) =>
    persist((options) => callEndpoint(connection, endpoint, { params, query, ...options }) as Promise<T>, {
      pause: connection.pause,
      signal,
      isTransient: mayPass,
    });
  const { agentId } = await call<{ agentId: string }>(endpoints.whoami, {});
  const query = { status: 'working', assignee: agentId, limit: 200 };
  return (await call<ResultOf<Endpoints['listTasks']>>(endpoints.listTasks, query)).items;
};

const takeFitting = (left: Task[], { labels = [] }: Wanted): Task | undefined => {
  const at = left.findIndex((task) => labels.every((label) => task.labels.includes(label)));
  return at === -1 ? undefined : left.splice(at, 1)[0];
};

/** The next task, as soon as there is one; undefined in a completed session. */
const claim = async (
  connection: Connection,
  wanted: Wanted,
  signal: AbortSignal | undefined,
): Promise<Task | undefined> => {
  for (let empty = 0; ;) {
    const askedAt = performance.now();
    const task = await claimOnce(connection, wanted, signal);
    if (task !== null) return task;
    empty = performance.now() - askedAt >= 1000 ? 0 : empty + 1;
    // The service returned early, because its process is about to end.
    if (empty > 0) await connection.pause(backoffMs(200, empty), signal);
  }
};

const claimOnce = async (
  connection: Connection,
  { sessionId, ...body }: Wanted,
  signal: AbortSignal | undefined,
): Promise<Task | null | undefined> => {
  const headers = { 'idempotency-key': newKey() };
  const call = async (wait: number, options: { signal?: AbortSignal | undefined }): Promise<Task | null> => {
    const request = { params: { sessionId }, query: { wait }, body: body as BodyGiven<Endpoints['claimTask']> };
    const answer = await callEndpoint(connection, endpoints.claimTask, { ...request, headers, ...options });
    return (answer as ResultOf<Endpoints['claimTask']>).task;
  };
  try {
    return await persist(({ signal: ended }) => call(maxWaitSeconds, { signal: ended }), {
      pause: connection.pause,
      signal,
    });
  } catch (error) {
    if (error instanceof ServiceError && error.details?.['reason'] === 'session_completed') return undefined;
    if (!signal?.aborted) throw error;
    /**
     * The service may have given this agent a task just before the abort. The same call with the same key returns that
     * task.
     */
    const task = await call(0, {}).catch(() => null);
    if (task) await new HeldTask(connection, { sessionId, task, signal }).end({ isDone: false });
    throw error;
  }
};
