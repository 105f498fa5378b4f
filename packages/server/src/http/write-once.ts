import { invalid } from '@pairspace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Storage, Transaction, WriteOptions } from '../storage/storage.ts';
import type { IdempotencyKeys, KeptAnswer } from './idempotency.ts';
import { clientAddressOf } from './client-address.ts';
import { bearerToken } from './parse-request.ts';

const idempotencyKey = /^[\u0021-\u007e]{1,255}$/;

/** How an answer is kept for a repetition of its request, and made again from what was kept. */
interface KeptForm<T> {
  keep: (value: T) => KeptAnswer;
  restore: (kept: KeptAnswer) => T;
}

export type Once = <T>(work: (tx: Transaction) => Promise<T>, form: KeptForm<T>, options?: WriteOptions) => Promise<T>;

interface WriteRequest {
  keys: IdempotencyKeys;
  storage: Storage;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Runs the work in a transaction; a POST with an `Idempotency-Key` at most once (IDEM-1). */
export const writeOnce = async <T>(
  { keys, storage, request, reply }: WriteRequest,
  work: (tx: Transaction) => Promise<T>,
  { keep, restore }: KeptForm<T>,
  options?: WriteOptions,
): Promise<T> => {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return storage.write(work, options);
  if (typeof key !== 'string' || !idempotencyKey.test(key)) {
    throw invalid('header.idempotency-key', 'must be 1–255 visible ASCII characters');
  }
  const scope = scopeOf(request);
  const { answer, replayed } = await keys.write(
    { key, scope, body: JSON.stringify(request.body ?? null) },
    async (tx) => keep(await work(tx)),
    options,
  );
  if (replayed) reply.header('idempotency-replayed', 'true');
  return restore(answer);
};

const scopeOf = ({ headers, ip, url }: FastifyRequest): string => {
  const { authorization, 'x-agent-key': agentKey = '' } = headers;
  const caller = bearerToken(authorization) ?? clientAddressOf(ip);
  return `${caller} ${agentKey.toString()} ${url.replace(/\?.*/, '')}`;
};

/** Whether the answer to a request with this key is kept, whatever its body says. */
export const isReplay = async (keys: IdempotencyKeys, request: FastifyRequest): Promise<boolean> => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && (await keys.isKept({ key, scope: scopeOf(request) }));
};
