import { quantile } from '@pairspace/testkit/statistics';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';

export interface Sent {
  path: string;
  token?: string | undefined;
  /** A request with a body is a POST, unless `method` says otherwise. */
  body?: unknown;
  method?: Dispatcher.HttpMethod;
}

/** The times of requests in milliseconds, and how long they were sent. */
export interface TimedLoad {
  tookMs: readonly number[];
  seconds: number;
}

export interface LoadResult {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The text of a success. `fetch` would take more of the processors than the service does. */
const send = async (client: Dispatcher, origin: string, { path, token, body, method }: Sent): Promise<string> => {
  const response = await client.request({
    origin,
    path,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${path} answered ${String(response.statusCode)}: ${text}`);
  return text;
};

/** The payload of a success. */
export const ask = async <Data>(client: Dispatcher, origin: string, sent: Sent): Promise<Data> =>
  (JSON.parse(await send(client, origin, sent)) as { data: Data }).data;

/** An address of this machine, one of fifty, because limits count by address. */
export const clientAddress = (index: number): string => `127.0.1.${String(1 + (index % 50))}`;

interface Flood {
  origin: string;
  connections: number;
  isOver: () => boolean;
  requestOf: (connection: number, count: number) => Sent;
  /** By default each connection is new. */
  clientOf?: (connection: number) => Dispatcher;
}

/** Each connection sends one request after the other. */
export const flood = async ({ origin, connections, isOver, requestOf, clientOf }: Flood): Promise<TimedLoad> => {
  const tookMs: number[] = [];
  const began = performance.now();
  const connect = async (connection: number): Promise<void> => {
    const client = clientOf?.(connection) ?? new Client(origin, { localAddress: clientAddress(connection) });
    for (let count = 0; !isOver(); count++) {
      const sentAt = performance.now();
      await send(client, origin, requestOf(connection, count));
      tookMs.push(performance.now() - sentAt);
    }
    if (!clientOf) await client.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => connect(connection)));
  return { tookMs, seconds: (performance.now() - began) / 1000 };
};

export const after = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
};

interface Pace {
  perSecond: number;
  isOver: () => boolean;
  /** Intervals as between independent clients, with the same mean. */
  random?: boolean;
  work: (index: number) => Promise<unknown>;
}

/** Starts work at moments that do not depend on its end; times are counted from these moments. */
export const paced = async ({ perSecond, isOver, random = false, work }: Pace): Promise<TimedLoad> => {
  const tookMs: number[] = [];
  const under: Promise<unknown>[] = [];
  const began = performance.now();
  let due = began;
  for (let index = 0; !isOver(); index++) {
    const dueAt = due;
    under.push(work(index).then(() => tookMs.push(performance.now() - dueAt)));
    due += ((random ? -Math.log(1 - Math.random()) : 1) * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
  }
  await Promise.all(under);
  return { tookMs, seconds: (performance.now() - began) / 1000 };
};

export const resultOf = ({ tookMs, seconds }: TimedLoad): LoadResult => ({
  count: tookMs.length,
  perSecond: tookMs.length / seconds,
  p50Ms: quantile(tookMs, 0.5),
  p99Ms: quantile(tookMs, 0.99),
});
