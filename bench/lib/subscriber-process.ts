import { quantile } from '@pairspace/testkit/statistics';
import type { OpenSession } from '@pairspace/testkit/service';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCalls } from './script-process.ts';

/** Live streams of one session. */

const patienceMs = 20_000;

/** A live stream on a plain socket, parsed only as far as the measurement needs. */
class Subscriber {
  lastSeq: number | undefined;
  bytes = 0;
  /** Frames whose seq did not follow the one before. */
  outOfOrder = 0;
  frames = 0;
  open = true;
  readonly opened = Promise.withResolvers<undefined>();
  #rest = '';
  readonly #times: number[];

  constructor({ url, token }: OpenSession, times: number[]) {
    this.#times = times;
    const { hostname, port, host, pathname } = new URL(`${url}/stream`);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    socket.on('data', (chunk: string) => {
      this.opened.resolve(undefined);
      this.#read(chunk);
    });
    socket.on('close', () => {
      this.open = false;
    });
    socket.on('error', () => undefined);
  }

  /**
   * Frames end with an empty line. No other empty line occurs: JSON has no line breaks, and HTTP's own have a carriage
   * return.
   */
  #read(chunk: string): void {
    this.bytes += chunk.length;
    const frames = (this.#rest + chunk).split('\n\n');
    this.#rest = frames.pop() ?? '';
    for (const frame of frames) this.#take(frame);
  }

  #take(frame: string): void {
    // A chunk of HTTP may hold one frame or several.
    const id = /(?:^|\n)id: (\d+)/.exec(frame)?.[1];
    if (id === undefined) return;
    const seq = Number(id);
    if (this.lastSeq !== undefined && seq !== this.lastSeq + 1) this.outOfOrder++;
    this.lastSeq = seq;
    this.frames++;
    const at = frame.indexOf('"content":"at=');
    if (at !== -1) this.#times.push(Number(process.hrtime.bigint()) / 1e6 - parseFloat(frame.slice(at + 14, at + 40)));
  }
}

const times: number[] = [];
const subscribers: Subscriber[] = [];

const open = async ({ session, count }: { session: OpenSession; count: number }): Promise<void> => {
  while (subscribers.length < count) {
    const together = Array.from({ length: Math.min(50, count - subscribers.length) }, () => {
      return new Subscriber(session, times);
    });
    subscribers.push(...together);
    await Promise.all(together.map(({ opened }) => opened.promise));
  }
};

/** Waits until every stream has an event; returns the measurements since the last time. */
const collect = async (lastSeq: number) => {
  const deadline = performance.now() + patienceMs;
  const isBehind = (subscriber: Subscriber): boolean => subscriber.open && (subscriber.lastSeq ?? 0) < lastSeq;
  while (performance.now() < deadline && subscribers.some(isBehind)) await pause(20);
  const taken = times.splice(0);
  return {
    frames: subscribers.reduce((sum, { frames }) => sum + frames, 0),
    /** Open streams that have received every event in order, up to the last. */
    complete: subscribers.filter((it) => it.open && it.outOfOrder === 0 && it.lastSeq === lastSeq).length,
    /** The number of bytes that one stream has received. */
    bytesEach: subscribers[0]?.bytes ?? 0,
    /** The time from the sender's timestamp in the message to its arrival. */
    p50Ms: quantile(taken, 0.5),
    p99Ms: quantile(taken, 0.99),
    maxMs: quantile(taken, 1),
  };
};

const functions = { open, collect };
export type SubscriberProcess = typeof functions;
answerCalls(functions);
