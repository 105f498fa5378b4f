import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One answer of the service: when it came and how long it took. */
export interface Answered {
  status: number;
  tookMs: number;
  atMs: number;
}

interface Waiting {
  sentAt: number;
  resolve: (answer: Answered & { text: string }) => void;
  reject: (error: Error) => void;
}

/**
 * Another caller behind the trusted proxy: it has a connection and an address of its own. It speaks just enough HTTP over
 * a bare socket, so that a thousand of them cost less than the service that they ask.
 */
export class OverloadClient {
  readonly #address: string;
  readonly #token: string | undefined;
  #socket: Socket | undefined;
  #waiting: Waiting | undefined;
  #received: Buffer[] = [];
  #bytes = 0;
  /** Bytes of the whole answer, once its head is here. */
  #expected: number | undefined;

  constructor(address: string, token?: string) {
    this.#address = address;
    this.#token = token;
  }

  /** Sends one request and reads its answer; rejects when there is none. A client asks for one thing at a time. */
  ask(url: string, body?: unknown, token = this.#token): Promise<Answered & { text: string }> {
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
    const { promise, resolve, reject } = Promise.withResolvers<Answered & { text: string }>();
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
 * Connects a client from each address. The event loop of the service accepts one connection in each of its turns, so
 * under full load hundreds that come at once are accepted over seconds.
 */
export const connectAll = async (url: string, addresses: readonly string[]): Promise<OverloadClient[]> => {
  const clients = addresses.map((address) => new OverloadClient(address));
  await Promise.all(clients.map((client) => client.ask(`${url}/healthz`)));
  return clients;
};

/** Asks again and again until the signal; one that was refused waits for a second, as the service says. */
export const askUntil = async (
  signal: AbortSignal,
  askOnce: () => Promise<Answered>,
  onAnswer: (answer: Answered) => void,
): Promise<void> => {
  while (!signal.aborted) {
    const answer = await askOnce();
    onAnswer(answer);
    if (answer.status === 429 || answer.status === 503) {
      await pause(500 + Math.random() * 1000, undefined, { signal }).catch(() => undefined);
    }
  }
};
