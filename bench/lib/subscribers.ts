import { pidOf } from '@pairspace/testkit/process';
import type { OpenSession } from '@pairspace/testkit/service';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Open {
  kind: 'open';
  url: string;
  token: string;
  count: number;
}

/** Waits until every stream has this event; returns the measurements since the last time. */
export interface Collect {
  kind: 'collect';
  lastSeq: number;
}

export interface Collected {
  /** Events received by all streams together, since they were opened. */
  frames: number;
  /** Open streams that have received every event in order, up to the last. */
  complete: number;
  /** The number of bytes that one stream has received. */
  bytesEach: number;
  /** The time from the sender's timestamp in the message to its arrival. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Live streams of one session, in a separate process. */
export class Subscribers implements Disposable {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open({ url, token }: OpenSession, count: number): Promise<Subscribers> {
    const child = fork(join(import.meta.dirname, 'subscriber-process.ts'), { execArgv: [] });
    const subscribers = new Subscribers(child);
    await subscribers.#ask({ kind: 'open', url: `${url}/stream`, token, count });
    return subscribers;
  }

  get pid(): number {
    return pidOf(this.#child);
  }

  collect(lastSeq: number): Promise<Collected> {
    return this.#ask({ kind: 'collect', lastSeq });
  }

  async #ask<Answer>(command: Open | Collect): Promise<Answer> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('The process of the subscribers ended.');
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
