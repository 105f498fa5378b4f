import { Delivery } from '@pairspace/protocol';
import { AssertionError } from 'node:assert';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { assertShape } from './shape.ts';
import { within } from './tools.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
  delivery: Delivery;
}

/** An HTTP server for webhooks; keeps every request. */
export class Receiver implements Disposable {
  readonly url: string;
  readonly #received: Received[];
  readonly #close: () => void;

  private constructor(url: string, received: Received[], close: () => void) {
    this.url = url;
    this.#received = received;
    this.#close = close;
  }

  /** `status` answers the nth request, from 0. */
  static async open(status: (nth: number) => number = () => 200): Promise<Receiver> {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(status(received.length)).end();
        const body = Buffer.concat(chunks);
        received.push({ headers: request.headers, body, delivery: JSON.parse(body.toString()) as Delivery });
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new Receiver(`http://127.0.0.1:${String(port)}/hook`, received, () => {
      server.closeAllConnections();
      server.close();
    });
  }

  /** Waits for a number of deliveries; each must have exactly the shape of a delivery. */
  async until(count: number): Promise<Received[]> {
    await within(`${String(count)} deliveries`, this.#untilThere(count));
    if (this.#received.length > count) {
      throw new AssertionError({ message: 'more came than was sent', expected: count, actual: this.#received.length });
    }
    for (const { delivery } of this.#received) assertShape(Delivery, delivery, `the delivery of ${delivery.event}`);
    return this.#received;
  }

  async #untilThere(count: number): Promise<void> {
    while (this.#received.length < count) await pause(10);
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}
