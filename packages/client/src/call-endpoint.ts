import { type Endpoint, ServiceError } from '@pairspace/protocol';
import { readAnswer, type UnexpectedAnswer } from './answer.ts';
import { type Connection, requestOf } from './connection.ts';
import { backoffMs } from './pause.ts';
import type { AnyRequest } from './request.ts';

const mostTries = 4;
const firstBackoffMs = 200;
/** A longer `Retry-After` is for the caller to decide on. */
const longestRetryAfterMs = 10_000;

/**
 * Calls an endpoint and answers its payload. Tries again, a few times, what is safe to repeat: reads, and POSTs, which
 * carry an Idempotency-Key for this (IDEM-1). A refusal is thrown as `ServiceError`.
 */
export const callEndpoint = async (
  connection: Connection,
  endpoint: Endpoint,
  request: AnyRequest,
): Promise<unknown> => {
  const { url, init } = requestOf(connection, endpoint, request);
  const repeatable = endpoint.method === 'GET' || endpoint.method === 'POST';
  for (let tries = 1; ; tries++) {
    const answer = await ask(connection, url, init);
    if ('data' in answer) return answer.data;
    const waitMs = answer.retryAfterMs ?? backoffMs(firstBackoffMs, tries - 1);
    const useful = repeatable && answer.mayPass && tries < mostTries && waitMs <= longestRetryAfterMs;
    if (!useful || request.signal?.aborted) throw answer.error;
    await connection.pause(waitMs, request.signal);
  }
};

interface Failure {
  error: unknown;
  /** Another try may fare better. */
  mayPass: boolean;
  retryAfterMs?: number | undefined;
}

const ask = async (connection: Connection, url: string, init: RequestInit): Promise<{ data: unknown } | Failure> => {
  try {
    const answer = await readAnswer(await connection.fetch(url, init));
    if ('data' in answer) return answer;
    return { error: answer.refusal, mayPass: mayPass(answer.refusal), retryAfterMs: answer.retryAfterMs };
  } catch (error) {
    return { error, mayPass: true };
  }
};

const mayPass = (refusal: ServiceError | UnexpectedAnswer): boolean =>
  [429, 502, 503, 504].includes(refusal.status) ||
  (refusal instanceof ServiceError && refusal.details?.['reason'] === 'request_in_flight');
