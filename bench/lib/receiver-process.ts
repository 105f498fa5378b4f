import { quantile } from '@pairspace/testkit/statistics';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCalls } from './script-process.ts';

/** Receivers of webhooks' deliveries. */

interface Receivers {
  count: number;
  /** The receivers take requests and never answer. */
  hang: boolean;
  /** The secret of the signatures; a delivery with another signature is an error. */
  secret: string;
}

let arrivals: { at: number; tookMs: number }[] = [];
let forged = 0;

const now = (): number => performance.timeOrigin + performance.now();

const isSigned = (header: unknown, body: Buffer, secret: string): boolean => {
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
};

const take = ({ secret, hang }: Receivers, request: IncomingMessage, response: ServerResponse): void => {
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

/** Opens receivers, each on a port of its own; returns their URLs. */
const open = async (receivers: Receivers): Promise<string[]> => {
  const urls: string[] = [];
  while (urls.length < receivers.count) {
    const server = createServer((request, response) => {
      take(receivers, request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    urls.push(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
  }
  return urls;
};

/** Waits for a number of deliveries of messages since the last time; returns their measurements. */
const collect = async (count: number) => {
  const deadline = performance.now() + 120_000;
  while (arrivals.length < count && performance.now() < deadline) await pause(10);
  const taken = arrivals;
  arrivals = [];
  /** From the commit to the arrival. */
  const times = taken.map(({ tookMs }) => tookMs);
  return { at: taken.map(({ at }) => at), p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), forged };
};

const functions = { open, collect };
export type ReceiverProcess = typeof functions;
answerCalls(functions);
