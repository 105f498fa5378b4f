import { quantile } from '@pairspace/testkit/statistics';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collected, Collect, Open } from './subscribers.ts';

const patienceMs = 20_000;

/** A live stream on a plain socket, parsed only as far as the measurement needs. */
class Subscriber {
  lastSeq: number | undefined;
  bytes = 0;
  /** Frames whose seq did not follow the one before. */
  outOfOrder = 0;
  frames = 0;
  open = true;
  #rest = '';
  readonly #times: number[];

  constructor({ url, token }: Open, times: number[], onOpen: () => void) {
    this.#times = times;
    const { hostname, port, host, pathname } = new URL(url);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    socket.once('data', onOpen);
    socket.on('data', (chunk: string) => {
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
    const text = this.#rest === '' ? chunk : this.#rest + chunk;
    let from = 0;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n', from)) {
      this.#take(text.slice(from, end));
      from = end + 2;
    }
    this.#rest = text.slice(from);
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

const open = async (command: Open): Promise<void> => {
  const together = 50;
  for (let opened = 0; opened < command.count; opened += together) {
    await Promise.all(
      Array.from(
        { length: Math.min(together, command.count - opened) },
        () =>
          new Promise<void>((resolve) => {
            subscribers.push(new Subscriber(command, times, resolve));
          }),
      ),
    );
  }
};

const collect = async ({ lastSeq }: Collect): Promise<Collected> => {
  const deadline = performance.now() + patienceMs;
  const isBehind = (subscriber: Subscriber): boolean => subscriber.open && (subscriber.lastSeq ?? 0) < lastSeq;
  while (performance.now() < deadline && subscribers.some(isBehind)) await pause(20);
  const taken = times.splice(0);
  return {
    frames: subscribers.reduce((sum, { frames }) => sum + frames, 0),
    complete: subscribers.filter((it) => it.open && it.outOfOrder === 0 && it.lastSeq === lastSeq).length,
    bytesEach: subscribers[0]?.bytes ?? 0,
    p50Ms: quantile(taken, 0.5),
    p99Ms: quantile(taken, 0.99),
    maxMs: quantile(taken, 1),
  };
};

process.on('message', (command: Open | Collect) => {
  void (command.kind === 'open' ? open(command) : collect(command)).then((answer) => {
    process.send?.(answer ?? {});
  });
});
process.on('disconnect', () => process.exit(0));
