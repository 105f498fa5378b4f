import type { Task } from '@pairspace/protocol';
import { type Reply, request } from '@pairspace/testkit/call';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

interface ClaimerOptions {
  /** The URL of the session. */
  url: string;
  agentId: string;
  token: string;
  /** The token of another agent, which looks without showing that the claimer is there. */
  watchToken: string;
  /** The longest time for which it works on a task. */
  workMs: number;
}

/** A program that claims tasks, works, and finishes them, as long as it lives. Calls are repeated until they are answered. */
export class Claimer {
  readonly agentId: string;
  /** Tasks whose claim and whose end were answered to this program. */
  readonly claimed: string[] = [];
  readonly finished: string[] = [];
  /** The answers to the ends that came after the lease. */
  readonly lateAnswers: Reply<Task>[] = [];
  readonly #options: ClaimerOptions;
  #diesNext = false;

  constructor(options: ClaimerOptions) {
    this.agentId = options.agentId;
    this.#options = options;
  }

  /** Dies as soon as it has a task in its hands, and comes back late. */
  kill(): void {
    this.#diesNext = true;
  }

  async run(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      const { data } = await this.#send<{ task: Task | null }>('/tasks/claim?wait=3', {});
      if (!data.task) continue;
      const { id } = data.task;
      this.claimed.push(id);
      if (this.#diesNext) await this.#dieWith(id);
      else await this.#finish(id);
    }
  }

  async #finish(id: string): Promise<void> {
    await pause(Math.random() * this.#options.workMs);
    const reply = await this.#send<Task>(`/tasks/${id}/finish`, { outcome: 'done', text: this.agentId });
    if (reply.status === 200) this.finished.push(id);
    else this.lateAnswers.push(reply);
  }

  /** Gives no sign of life until the lease has ended, and then claims to have done the work. */
  async #dieWith(id: string): Promise<void> {
    this.#diesNext = false;
    for (;;) {
      const { url, watchToken } = this.#options;
      const { data } = await untilAnswered(() => request<Task>(`${url}/tasks/${id}`, { token: watchToken }));
      if (data.status !== 'working' || data.assignee?.agentId !== this.agentId) break;
      await pause(500);
    }
    this.lateAnswers.push(await this.#send<Task>(`/tasks/${id}/finish`, { outcome: 'done', text: 'too late' }));
  }

  #send<Data>(path: string, body: object): Promise<Reply<Data>> {
    const { url, token } = this.#options;
    const headers = { 'idempotency-key': randomUUID() };
    return untilAnswered(() => request<Data>(`${url}${path}`, { token, body, headers }));
  }
}

/** A service that is away for longer is not expected to come back. */
const patienceMs = 180_000;

/** Repeats a call while the service is away, or still at work on it. */
export const untilAnswered = async <Data>(send: () => Promise<Reply<Data>>): Promise<Reply<Data>> => {
  for (const deadline = performance.now() + patienceMs; ;) {
    const reply = await send().catch(() => undefined);
    const isAway = !reply || reply.status >= 500 || reply.error?.details?.['reason'] === 'request_in_flight';
    if (reply && (!isAway || performance.now() > deadline)) return reply;
    await pause(100);
  }
};
