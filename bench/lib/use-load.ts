import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Opens sessions with all their agents, who wait at their inboxes from then on. */
export interface OpenUse {
  kind: 'open';
  url: string;
  sessions: number;
  /** Agents of each session. */
  seats: number;
  /** The number of sessions for each session with a webhook. */
  webhookEvery: number;
  webhook: { url: string; secret: string };
}

/** Posts for so long, in all sessions together. */
export interface RoundOfUse {
  kind: 'round';
  seconds: number;
  perSecond: number;
}

export interface UseRound {
  messages: number;
  /** From the moment at which a message was due to its answer. */
  p50Ms: number;
  p99Ms: number;
  /** Requests that were not answered with a success. */
  failed: number;
}

/** Agents that use one service, in a process of their own. */
export class UseLoad implements Disposable {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open(options: Omit<OpenUse, 'kind'>): Promise<UseLoad> {
    const file = join(import.meta.dirname, 'use-load-process.ts');
    const load = new UseLoad(fork(file, { execArgv: ['--conditions=pairspace-source'] }));
    await load.#ask({ kind: 'open', ...options });
    return load;
  }

  round(options: Omit<RoundOfUse, 'kind'>): Promise<UseRound> {
    return this.#ask({ kind: 'round', ...options });
  }

  async #ask<Answer>(command: OpenUse | RoundOfUse): Promise<Answer> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('The process of the load ended.');
    });
    const answered = once(this.#child, 'message');
    this.#child.send(command);
    const [answer] = (await Promise.race([answered, ended])) as [Answer];
    return answer;
  }

  [Symbol.dispose](): void {
    this.#child.disconnect();
  }
}
