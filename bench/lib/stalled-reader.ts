import type { OpenSession } from '@pairspace/testkit/service';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A live stream whose reader takes the opening and then stops reading. */
export class StalledReader implements Disposable {
  readonly #socket: Socket;
  #bytes = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => (this.#bytes += chunk.length));
    socket.on('error', () => undefined);
  }

  static async open({ url, token }: OpenSession): Promise<StalledReader> {
    const { hostname, port, host, pathname } = new URL(`${url}/stream`);
    const socket = connect(Number(port), hostname);
    const reader = new StalledReader(socket);
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    return reader;
  }

  /** Reads until the server has closed the connection; returns the total number of bytes. */
  async drain(): Promise<number> {
    const closed = once(this.#socket, 'close');
    this.#socket.resume();
    await closed;
    return this.#bytes;
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}
