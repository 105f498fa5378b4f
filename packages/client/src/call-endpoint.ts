import type { Endpoint } from '@pairspace/protocol';
import { mayPass, readAnswer } from './answer.ts';
import { type Connection, requestOf } from './connection.ts';
import { answered, withKey } from './failed-call.ts';
import { backoffMs } from './pause.ts';
import type { AnyRequest } from './request.ts';

const mostTries = 4;
const firstBackoffMs = 200;
/** A longer `Retry-After` is for the caller to decide on. */
const longestRetryAfterMs = 10_000;

/**
 * Calls an endpoint and answers its payload. Tries again what is safe to repeat: reads, and POSTs, which carry an
 * Idempotency-Key for this (IDEM-1). It does so a few times, and beyond them for as long as `goesOn`. A refusal is thrown
 * as a `ServiceError`, an answer that is none of the service’s as `UnexpectedAnswer`, no answer as `ConnectionFailed`.
 */
export const callEndpoint = async (
  connection: Connection,
  endpoint: Endpoint,
  given: AnyRequest,
  goesOn: () => boolean = () => false,
): Promise<unknown> => {
  const { signal } = given;
  const { idempotencyKey, ...request } = requestOf(connection, endpoint, given);
  const repeatable = endpoint.method === 'GET' || endpoint.method === 'POST';
  for (let tries = 1; ; tries++) {
    const answer = await ask(connection, request);
    if ('data' in answer) return answer.data;
    const { error } = answer;
    // The reason of an abort belongs to all calls that it ends.
    if (signal?.aborted && error === signal.reason) throw error;
    const waitMs = answer.retryAfterMs ?? backoffMs(firstBackoffMs, Math.min(tries, mostTries) - 1);
    const worthIt = goesOn() || (tries < mostTries && waitMs <= longestRetryAfterMs);
    if (!repeatable || !mayPass(error) || !worthIt || signal?.aborted) throw withKey(error, idempotencyKey);
    await connection.pause(Math.min(waitMs, longestRetryAfterMs), signal);
  }
};

interface Failure {
  error: unknown;
  retryAfterMs?: number | undefined;
}

const ask = async (
  { fetch }: Connection,
  request: { url: string; init: RequestInit },
): Promise<{ data: unknown } | Failure> => {
  try {
    const answer = await answered(request, fetch(request.url, request.init).then(readAnswer));
    if ('data' in answer) return answer;
    return { error: answer.refusal, retryAfterMs: answer.retryAfterMs };
  } catch (error) {
    return { error };
  }
};
