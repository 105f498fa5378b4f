import type { HttpRequest } from 'pairspace-conformance';
import { connect, type Socket } from 'node:net';

/** A request as text, of which `body` may be anything. */
export const textOf = ({ method, path, headers = {}, body = '' }: HttpRequest): string => {
  const all = { host: '127.0.0.1', connection: 'close', ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${String(body)}`;
};

/** A client that says what it likes, from an address of this machine. */
export class RawClient {
  readonly #port: number;
  readonly #address: string;

  constructor(url: string, address: string) {
    this.#port = Number(new URL(url).port);
    this.#address = address;
  }

  /** Sends some bytes, and takes no answer. */
  dial(text: string): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: this.#address });
    socket.on('error', () => undefined).pause();
    socket.write(text);
    return socket;
  }

  /** Sends some bytes; resolves with the answer when its connection ends, undefined if that takes too long. */
  ask(text: string, withinMs = 90_000): Promise<{ status: number; text: string } | undefined> {
    const socket = this.dial(text);
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string } | undefined>();
    const pieces: Buffer[] = [];
    const tooLong = setTimeout(() => {
      resolve(undefined);
      socket.destroy();
    }, withinMs);
    socket.on('data', (piece: Buffer) => pieces.push(piece)).resume();
    socket.once('close', () => {
      clearTimeout(tooLong);
      const answer = Buffer.concat(pieces).toString();
      resolve({ status: Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0), text: answer });
    });
    return promise;
  }
}
