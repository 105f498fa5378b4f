import { verifyWebhook } from '@pairspace/client';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A received request, identified by delivery and attempt. */
export interface Arrival {
  webhook: string;
  /** The delivery and its attempt. */
  key: string;
  seq: number;
  status: number;
  /** By the clock of `performance.now`. */
  at: number;
}

/** The status of a receiver's answer, by the last part of its path. */
const receivers: Readonly<Record<string, (attempt: number, seq: number) => Promise<number>>> = {
  quick: () => Promise.resolve(200),
  // Slower than the messages, so that some deliveries are always under way.
  slow: () => pause(50 + Math.random() * 100, 204),
  flaky: (attempt, seq) => Promise.resolve(attempt === 1 && seq % 5 === 0 ? 503 : 200),
};
export const receiverNames = Object.keys(receivers);

/** Receives deliveries, checks their signatures, and keeps them in the order of arrival. */
export const openReceiver = async (secret: string) => {
  const arrivals: Arrival[] = [];
  const problems: string[] = [];
  const take = async (request: IncomingMessage): Promise<number> => {
    const { url: path = '', headers } = request;
    const at = performance.now();
    const receiver = receivers[path.split('/').at(-1) ?? ''];
    if (!receiver) throw new Error(`${path} is no receiver`);
    await verifyWebhook(headers, await buffer(request), secret);
    const [seq, attempt] = [Number(headers['x-pair-seq']), Number(headers['x-pair-attempt'])];
    const key = `${String(headers['x-pair-delivery'])} attempt ${String(attempt)}`;
    const arrival = { webhook: path.slice(1), key, seq, status: 0, at };
    arrivals.push(arrival);
    arrival.status = await receiver(attempt, seq);
    return arrival.status;
  };
  const server = createServer((request, response) => {
    take(request)
      .then((status) => response.writeHead(status).end())
      .catch((error: unknown) => problems.push(String(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    arrivals,
    problems,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
