import { quantile } from '@pairspace/testkit/statistics';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Arrivals, CollectArrivals, OpenReceivers } from './webhook-receivers.ts';

let arrivals: { at: number; tookMs: number }[] = [];
let forged = 0;

const now = (): number => performance.timeOrigin + performance.now();

const isSigned = (header: unknown, body: Buffer, secret: string): boolean => {
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
};

const take = ({ secret, hang }: OpenReceivers, request: IncomingMessage, response: ServerResponse): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (hang) return;
    const body = Buffer.concat(chunks);
    if (!isSigned(request.headers['x-pair-signature'], body, secret)) forged++;
    // `createdAt` is taken before the commit, so the measured time is slightly longer than the contract's.
    const committedAt = /"data":.*"createdAt":"([^"]+)"/.exec(body.toString())?.[1] ?? '';
    arrivals.push({ at: now(), tookMs: now() - Date.parse(committedAt) });
    response.writeHead(200).end();
  });
  request.on('error', () => undefined);
};

const open = async (command: OpenReceivers): Promise<string[]> => {
  const urls: string[] = [];
  for (let opened = 0; opened < command.count; opened++) {
    const server = createServer((request, response) => {
      take(command, request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    urls.push(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
  }
  return urls;
};

const collect = async ({ count, withinMs }: CollectArrivals): Promise<Arrivals> => {
  const deadline = performance.now() + withinMs;
  while (arrivals.length < count && performance.now() < deadline) await pause(10);
  const taken = arrivals;
  arrivals = [];
  const times = taken.map(({ tookMs }) => tookMs);
  return { at: taken.map(({ at }) => at), p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), forged };
};

process.on('message', (command: OpenReceivers | CollectArrivals) => {
  void (command.kind === 'open' ? open(command) : collect(command)).then((answer) => {
    process.send?.(answer);
  });
});
process.on('disconnect', () => process.exit(0));
