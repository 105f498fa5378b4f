import net from 'node:net';
import tls from 'node:tls';
import type { HttpAnswer } from './http-client.ts';
import { within } from './tools.ts';

/** A connection for any bytes, including those that no HTTP library would send. */
export class RawConnection implements Disposable {
  readonly #socket: net.Socket;
  /** Resolves when the connection is closed from either side. */
  readonly closed: Promise<void>;
  /**
   * The bytes after the last complete answer. A long stream comes in thousands of chunks, so the chunks are joined on
   * demand.
   */
  #chunks: Buffer[] = [];
  #over = false;
  #wake = Promise.withResolvers<void>();

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    const stir = (): void => {
      this.#wake.resolve();
      this.#wake = Promise.withResolvers();
    };
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      stir();
    });
    // A service that has answered may reset the rest of the request. The answer counts.
    socket.on('error', () => undefined);
    socket.on('end', () => {
      this.#over = true;
      resolve();
      stir();
    });
    socket.on('close', () => {
      this.#over = true;
      resolve();
      stir();
    });
  }

  static async dial(base: URL): Promise<RawConnection> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const secure = base.protocol === 'https:';
    const host = base.hostname.replace(/^\[|\]$/g, '');
    const port = Number(base.port) || (secure ? 443 : 80);
    const socket = secure ? tls.connect({ host, port }, resolve) : net.connect({ host, port }, resolve);
    socket.once('error', reject);
    await promise;
    return new RawConnection(socket);
  }

  /** Resolves when the system has accepted the bytes or the connection is closed. */
  async send(bytes: string | Uint8Array): Promise<void> {
    if (this.#over || this.#socket.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.write(bytes, () => {
      resolve();
    });
    await Promise.race([promise, this.closed]);
  }

  finish(): void {
    this.#socket.end();
  }

  /** Stops reading, like a client that hangs. */
  stall(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** The next answer on this connection. */
  answer(ms?: number): Promise<HttpAnswer> {
    return within('the answer', this.#answer(), ms);
  }

  get #received(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  async #answer(): Promise<HttpAnswer> {
    for (;;) {
      const answer = this.#take();
      if (answer) return answer;
      if (this.#over) {
        const got = JSON.stringify(this.#received.toString('latin1').slice(0, 200));
        throw new Error(`the connection closed without a whole answer; received ${got}`);
      }
      await this.#wake.promise;
    }
  }

  #take(): HttpAnswer | undefined {
    const received = this.#received;
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
    const body = this.#bodyAt(end + 4, status, headers);
    if (!body) return undefined;
    this.#chunks = [received.subarray(body.end)];
    return { request: 'raw request', status, headers, text: body.text };
  }

  /** The body that begins at an offset, and its end; undefined while bytes are missing. */
  #bodyAt(
    start: number,
    status: number,
    { 'content-length': length, 'transfer-encoding': encoding }: Record<string, string>,
  ): { text: string; end: number } | undefined {
    const rest = this.#received.subarray(start);
    if (status === 100) return { text: '', end: start };
    if (encoding === 'chunked') return dechunked(rest, start);
    if (length === undefined) return this.#over ? { text: rest.toString(), end: this.#received.length } : undefined;
    const end = start + Number(length);
    return rest.length < Number(length) ? undefined : { text: this.#received.subarray(start, end).toString(), end };
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

const dechunked = (bytes: Buffer, start: number): { text: string; end: number } | undefined => {
  let text = '';
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.subarray(at, line).toString(), 16);
    const next = line + 2 + size + 2;
    if (line === -1 || bytes.length < next) return undefined;
    if (size === 0) return { text, end: start + next };
    text += bytes.subarray(line + 2, line + 2 + size).toString();
    at = next;
  }
};
