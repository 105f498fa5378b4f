import { type Endpoint, invalid } from '@pairspace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonText } from '../lib/json-text.ts';
import type { Storage, Transaction, WriteOptions } from '../storage/storage.ts';
import { Answer, dataText } from './answer.ts';
import type { Outcome } from './call.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { bearerToken } from './parse-request.ts';
import { answerOf } from './send.ts';

const idempotencyKey = /^[\u0021-\u007e]{1,255}$/;

/** Runs the work in a transaction; a POST with an `Idempotency-Key` at most once (IDEM-1). */
export const writeOnce = async <E extends Endpoint>(
  keys: IdempotencyKeys,
  storage: Storage,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<Outcome<E>>,
  options?: WriteOptions,
): Promise<Outcome<E>> => {
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.method !== 'POST') return storage.write(work, options);
  if (typeof key !== 'string' || !idempotencyKey.test(key)) {
    throw invalid('header.idempotency-key', 'must be 1–255 visible ASCII characters');
  }
  const caller = bearerToken(request.headers.authorization) ?? request.ip;
  const scope = `${caller} ${request.url.replace(/\?.*/, '')}`;
  const { answer, replayed } = await keys.write(
    { key, scope, body: JSON.stringify(request.body ?? null) },
    async (tx) => {
      const { status, headers, data } = answerOf(endpoint, await work(tx));
      return { status, headers, data: dataText(data) };
    },
    options?.session,
  );
  if (replayed) reply.header('idempotency-replayed', 'true');
  return new Answer(new JsonText(answer.data), { status: answer.status, headers: answer.headers });
};
