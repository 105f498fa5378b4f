import type { Endpoint } from '@pairspace/protocol';
import { longestAnswerBytes, mayPass, readAnswer } from './answer.ts';
import { type Connection, requestOf } from './connection.ts';
import { answered, withKey } from './failed-call.ts';
import { backoffMs } from './pause.ts';
import type { AnyRequest } from './request.ts';

const mostTries = 4;
const firstBackoffMs = 200;
/** The caller decides about a longer `Retry-After`. */
const longestRetryAfterMs = 10_000;

/**
 * Calls an endpoint and answers its payload. Tries again what is safe to repeat: reads, and POSTs, which carry an
 * Idempotency-Key for this (IDEM-1). It does so a few times. A refusal is thrown as a `ServiceError`, an answer that is none
 * of the service’s as `UnexpectedAnswer`, no answer as `ConnectionFailed`.
 */
export const callEndpoint = async (connection: Connection, endpoint: Endpoint, given: AnyRequest): Promise<unknown> => {
  const { signal } = given;
  const { idempotencyKey, ...request } = requestOf(connection, endpoint, given);
  const repeatable = endpoint.method === 'GET' || endpoint.method === 'POST';
  for (let tries = 1; ; tries++) {
    const answer = await ask(connection, request, mayBeLong(endpoint) ? longestAnswerBytes : undefined);
    if ('data' in answer) return answer.data;
    const { error } = answer;
    // The reason of an abort is thrown unchanged to every call that the abort ends.
    if (signal?.aborted && error === signal.reason) throw error;
    const backoff = backoffMs(firstBackoffMs, tries - 1);
    // However short a time the service names, it is asked no faster than without one.
    const waitMs = Math.max(answer.retryAfterMs ?? 0, backoff);
    const worthIt = tries < mostTries && waitMs <= longestRetryAfterMs;
    if (!repeatable || !mayPass(error) || !worthIt || signal?.aborted) throw withKey(error, idempotencyKey);
    await connection.pause(waitMs, signal);
  }
};

/** Documents and leases with the files of a job. */
const mayBeLong = ({ path }: Endpoint): boolean => /\/(?:export|transcript|claim)\b/.test(path);

interface Failure {
  error: unknown;
  retryAfterMs?: number | undefined;
}

const ask = async (
  { fetch }: Connection,
  request: { url: string; init: RequestInit },
  mostBytes: number | undefined,
): Promise<{ data: unknown } | Failure> => {
  try {
    const answer = await answered(
      request,
      fetch(request.url, request.init).then((response) => readAnswer(response, mostBytes)),
    );
    if ('data' in answer) return answer;
    return { error: answer.refusal, retryAfterMs: answer.retryAfterMs };
  } catch (error) {
    return { error };
  }
};
