import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** An answer of the service, with its time and duration. */
export interface TimedAnswer {
  status: number;
  tookMs: number;
  atMs: number;
}

interface PendingRequest {
  sentAt: number;
  resolve: (answer: TimedAnswer & { text: string }) => void;
  reject: (error: Error) => void;
}

/**
 * A caller behind the trusted proxy, with its own connection and address. It speaks minimal HTTP over a bare socket, so
 * that a thousand clients use less of the machine than the service.
 */
export class OverloadClient {
  readonly #address: string;
  readonly #token: string | undefined;
  #socket: Socket | undefined;
  #waiting: PendingRequest | undefined;
  #received: Buffer[] = [];
  #bytes = 0;
  /** The length of the whole answer, known after its head. */
  #expected: number | undefined;

  constructor(address: string, token?: string) {
    this.#address = address;
    this.#token = token;
  }

  /** Sends one request and reads its answer; rejects if there is none. A client has one request at a time. */
  ask(url: string, body?: unknown, token = this.#token): Promise<TimedAnswer & { text: string }> {
    const { hostname, port, pathname } = new URL(url);
    const content = body === undefined ? '' : JSON.stringify(body);
    const lines = [
      `${body === undefined ? 'GET' : 'POST'} ${pathname} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `x-forwarded-for: ${this.#address}`,
      ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
      ...(body === undefined ? [] : ['content-type: application/json']),
      `content-length: ${String(Buffer.byteLength(content))}`,
    ];
    const { promise, resolve, reject } = Promise.withResolvers<TimedAnswer & { text: string }>();
    this.#waiting = { sentAt: performance.now(), resolve, reject };
    this.#connected(hostname, Number(port)).write(`${lines.join('\r\n')}\r\n\r\n${content}`);
    return promise;
  }

  end(): void {
    this.#socket?.destroy();
  }

  #connected(hostname: string, port: number): Socket {
    if (this.#socket && !this.#socket.destroyed) return this.#socket;
    const socket = connect(port, hostname);
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => {
      this.#take(piece);
    });
    socket.once('error', (error) => this.#waiting?.reject(error));
    socket.once('close', () => this.#waiting?.reject(new Error('The connection ended.')));
    return socket;
  }

  #take(piece: Buffer): void {
    this.#received.push(piece);
    this.#bytes += piece.length;
    if (this.#expected === undefined) {
      const head = Buffer.concat(this.#received).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.#expected = end + 4 + Number(/^content-length: *(\d+)/im.exec(head.slice(0, end))?.[1]);
    }
    if (this.#bytes < this.#expected) return;
    const answer = Buffer.concat(this.#received).toString();
    const waiting = this.#waiting;
    this.#received = [];
    this.#bytes = 0;
    this.#expected = undefined;
    this.#waiting = undefined;
    if (!waiting) return;
    const atMs = performance.now();
    const status = Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    const text = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    waiting.resolve({ status, tookMs: atMs - waiting.sentAt, atMs, text });
  }
}

/**
 * Connects a client from each address. The event loop of the service accepts one connection per turn, so under full
 * load the acceptance of hundreds takes seconds.
 */
export const connectAll = async (url: string, addresses: readonly string[]): Promise<OverloadClient[]> => {
  const clients = addresses.map((address) => new OverloadClient(address));
  await Promise.all(clients.map((client) => client.ask(`${url}/healthz`)));
  return clients;
};

/** Sends requests until the signal aborts; after a refusal it waits for a second, as the service demands. */
export const askUntil = async (
  signal: AbortSignal,
  askOnce: () => Promise<TimedAnswer>,
  onAnswer: (answer: TimedAnswer) => void,
): Promise<void> => {
  while (!signal.aborted) {
    const answer = await askOnce();
    onAnswer(answer);
    if (answer.status === 429 || answer.status === 503) {
      await pause(500 + Math.random() * 1000, undefined, { signal }).catch(() => undefined);
    }
  }
};
