import {
  type BodyGiven,
  type Endpoints,
  endpoints,
  type Event,
  maxWaitSeconds,
  type ResultOf,
  ServiceError,
  type Task,
} from '@pairspace/protocol';
import { callEndpoint } from '../call-endpoint.ts';
import type { Connection } from '../connection.ts';
import { backoffMs } from '../pause.ts';
import { persist } from '../persist.ts';

/** The end of a task: `done` unless it says `failed`. */
export type TaskOutcome = Partial<BodyGiven<Endpoints['finishTask']>>;

/** A task that the caller has claimed. */
export interface ClaimedTask {
  readonly task: Task;
  /** Aborts when the task is not the caller’s any more, and with the signal of the iteration. */
  readonly signal: AbortSignal;
  /** Sets the outcome of the task. The client reports the outcome when the loop goes on or ends. */
  readonly finish: (outcome?: TaskOutcome) => void;
}

interface Held {
  sessionId: string;
  task: Task;
  /** The signal of the iteration. */
  signal?: AbortSignal | undefined;
}

/**
 * A task that the caller owns. Waiting requests for the caller's inbox renew the lease, and show when the task is taken
 * away (TASK-14).
 */
export class HeldTask {
  readonly claimed: ClaimedTask;
  readonly #connection: Connection;
  readonly #held: Held;
  readonly #over = new AbortController();
  readonly #lost = new AbortController();
  readonly #watching: Promise<void>;
  #outcome: TaskOutcome | undefined;

  constructor(connection: Connection, held: Held) {
    this.#connection = connection;
    this.#held = held;
    const { task, signal } = held;
    this.claimed = {
      task,
      signal: signal ? AbortSignal.any([signal, this.#lost.signal]) : this.#lost.signal,
      finish: (outcome = {}) => {
        this.#outcome = outcome;
      },
    };
    this.#watching = this.#watch().catch((error: unknown) => {
      if (!this.#over.signal.aborted) this.#lost.abort(error);
    });
  }

  /**
   * Finishes the task with the outcome that the caller set, or as done if `isDone`; releases it otherwise. A lost task
   * stays as it is.
   */
  async end({ isDone }: { isDone: boolean }): Promise<void> {
    try {
      const outcome = this.#outcome ?? (isDone ? {} : undefined);
      if (!this.#lost.signal.aborted) await (outcome ? this.#finish(outcome) : this.#release());
    } finally {
      this.#over.abort();
      await this.#watching;
    }
  }

  async #finish(outcome: TaskOutcome): Promise<void> {
    try {
      await this.#report(endpoints.finishTask, { outcome: 'done', ...outcome });
    } catch (error) {
      // The service did not accept the outcome, so the task is released for another agent.
      await this.#release().catch(() => undefined);
      throw error;
    }
  }

  async #release(): Promise<void> {
    await this.#report(endpoints.releaseTask, {});
  }

  async #report(
    endpoint: (typeof endpoints)['finishTask' | 'releaseTask'],
    body: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { sessionId, task, signal } = this.#held;
    const params = { sessionId, taskId: task.id };
    const leaseEnd = performance.now() + task.leaseMs;
    const call = (options: object) => callEndpoint(this.#connection, endpoint, { params, body, ...options });
    const goesOn = () => !signal?.aborted && !this.#lost.signal.aborted && performance.now() < leaseEnd;
    try {
      await persist(call, { pause: this.#connection.pause, goesOn });
    } catch (error) {
      if (!isNotOurs(error)) throw error;
    }
  }

  async #watch(): Promise<void> {
    const { sessionId, task } = this.#held;
    const { pause } = this.#connection;
    const { signal } = this.#over;
    const wait = Math.max(1, Math.min(maxWaitSeconds, Math.floor(task.leaseMs / 3000)));
    const params = { sessionId };
    let since = task.seq;
    for (let empty = 0; !signal.aborted;) {
      const askedAt = performance.now();
      const request = { params, query: { since, wait, limit: 200 } };
      const { items, completed } = (await persist(
        (options) => callEndpoint(this.#connection, endpoints.readInbox, { ...request, ...options }),
        { pause, signal },
      )) as ResultOf<Endpoints['readInbox']>;
      const end = items.find(({ event }) => takesAway(event, task));
      if (end) throw new Error(`The task is not this agent’s any more since #${String(end.seq)}.`);
      since = items.at(-1)?.seq ?? since;
      if (items.length === 0 && completed) throw new Error('The session is completed.');
      empty = items.length > 0 || performance.now() - askedAt >= 1000 ? 0 : empty + 1;
      if (empty > 0) await pause(backoffMs(200, empty), signal);
    }
  }
}

const takesAway = (event: Event, { id, assignee }: Task): boolean =>
  event.event.startsWith('task.') &&
  event.data.id === id &&
  ((event.data as Task).status !== 'working' || (event.data as Task).assignee?.agentId !== assignee?.agentId);

/** Whether the task belongs to another agent, has ended, or is in a completed session. */
const isNotOurs = (error: unknown): boolean =>
  error instanceof ServiceError && ['task_state', 'session_completed'].includes(String(error.details?.['reason']));
