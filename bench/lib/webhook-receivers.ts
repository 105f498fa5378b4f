import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Opens receivers, each on a port of its own. */
export interface OpenReceivers {
  kind: 'open';
  count: number;
  /** The receivers take requests and never answer. */
  hang: boolean;
  /** The secret of the signatures; a delivery with another signature is an error. */
  secret: string;
}

/** Waits for a number of deliveries of messages since the last time; returns their measurements. */
export interface CollectArrivals {
  kind: 'collect';
  count: number;
  withinMs: number;
}

export interface Arrivals {
  /** Arrival times, in milliseconds since the epoch. */
  at: number[];
  /** The time from the commit to the arrival. */
  p50Ms: number;
  p99Ms: number;
  /** Deliveries with a wrong signature. */
  forged: number;
}

/** Receivers of deliveries, in a separate process. */
export class WebhookReceivers implements Disposable {
  readonly #child: ChildProcess;
  readonly urls: readonly string[];

  private constructor(child: ChildProcess, urls: readonly string[]) {
    this.#child = child;
    this.urls = urls;
  }

  static async open(options: Omit<OpenReceivers, 'kind'>): Promise<WebhookReceivers> {
    const child = fork(join(import.meta.dirname, 'webhook-receiver-process.ts'), { execArgv: [] });
    return new WebhookReceivers(child, await ask<string[]>(child, { kind: 'open', ...options }));
  }

  collect(count: number, withinMs = 120_000): Promise<Arrivals> {
    return ask(this.#child, { kind: 'collect', count, withinMs });
  }

  [Symbol.dispose](): void {
    this.#child.disconnect();
  }
}

const ask = async <Answer>(child: ChildProcess, command: OpenReceivers | CollectArrivals): Promise<Answer> => {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the receivers ended.');
  });
  const answered = once(child, 'message');
  child.send(command);
  const [answer] = (await Promise.race([answered, ended])) as [Answer];
  return answer;
};
