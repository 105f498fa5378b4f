import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyWebhook } from '@pairspace/client';

/** A received request, identified by delivery and attempt. */
export interface Arrival {
  webhook: string;
  deliveryId: string;
  attempt: number;
  sessionId: string;
  seq: number;
  succeeded: boolean;
  /** By the clock of `performance.now`. */
  at: number;
}

interface Behaviour {
  /** The time before the answer. */
  delayMs: () => number;
  status: (arrival: Omit<Arrival, 'succeeded' | 'at'>) => number;
}

/** The behaviour of a webhook's receiver, by the last part of its path. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  quick: { delayMs: () => 0, status: () => 200 },
  // Slower than the messages, so that some deliveries are always under way.
  slow: { delayMs: () => 50 + Math.random() * 100, status: () => 204 },
  flaky: { delayMs: () => 0, status: ({ attempt, seq }) => (attempt === 1 && seq % 5 === 0 ? 503 : 200) },
};

export const behaviourNames = Object.keys(behaviours);

/** Receives deliveries, checks their signatures, and keeps them in the order of arrival. */
export class DeliveryReceiver implements Disposable {
  readonly url: string;
  readonly arrivals: Arrival[] = [];
  readonly problems: string[] = [];
  readonly #secret: string;
  readonly #close: () => void;

  private constructor(url: string, secret: string, close: () => void) {
    this.url = url;
    this.#secret = secret;
    this.#close = close;
  }

  static async open(secret: string): Promise<DeliveryReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver
          .#take(request.url ?? '', request.headers, Buffer.concat(chunks))
          .then((status) => response.writeHead(status).end())
          .catch((error: unknown) => receiver.problems.push(String(error)));
      });
      request.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver = new DeliveryReceiver(`http://127.0.0.1:${String(port)}`, secret, () => {
      server.closeAllConnections();
      server.close();
    });
    return receiver;
  }

  async #take(path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
    const [, webhook = '', name = ''] = path.split('/');
    const behaviour = behaviours[name];
    if (!behaviour) throw new Error(`${path} is no receiver`);
    const { sessionId } = await verifyWebhook(headers, body, this.#secret);
    const arrival = {
      webhook: `${webhook}/${name}`,
      deliveryId: String(headers['x-pair-delivery']),
      attempt: Number(headers['x-pair-attempt']),
      sessionId: String(sessionId),
      seq: Number(headers['x-pair-seq']),
    };
    const status = behaviour.status(arrival);
    this.arrivals.push({ ...arrival, succeeded: status < 300, at: performance.now() });
    await pause(behaviour.delayMs());
    return status;
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}
