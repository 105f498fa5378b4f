import type { Endpoint } from '@pairspace/protocol';
import { longestAnswerBytes, mayPass, readAnswer } from './answer.ts';
import { type Connection, requestOf } from './connection.ts';
import { answered, withKey } from './failed-call.ts';
import { backoffMs } from './pause.ts';
import type { AnyRequest } from './request.ts';

const mostTries = 4;
const firstBackoffMs = 200;
/** The longest `Retry-After` that is waited for. The caller decides about a longer one. */
const longestRetryAfterMs = 10_000;

/**
 * Calls an endpoint and returns its payload. Makes up to four tries of requests that are safe to repeat: reads, and
 * POSTs, which carry an Idempotency-Key for this purpose (IDEM-1). Throws a refusal as `ServiceError`, an answer that
 * is not the service’s as `UnexpectedAnswer`, and a missing answer as `ConnectionFailed`.
 */
export const callEndpoint = async (connection: Connection, endpoint: Endpoint, given: AnyRequest): Promise<unknown> => {
  const { signal } = given;
  const { idempotencyKey, ...request } = requestOf(connection, endpoint, given);
  const repeatable = endpoint.method === 'GET' || endpoint.method === 'POST';
  for (let tries = 1; ; tries++) {
    const answer = await ask(connection, request, mayBeLong(endpoint) ? longestAnswerBytes : undefined);
    if ('data' in answer) return answer.data;
    const { error } = answer;
    // An abort throws its own reason, unchanged, from every call that it ends.
    if (signal?.aborted && error === signal.reason) throw error;
    const backoff = backoffMs(firstBackoffMs, tries - 1);
    // A short `Retry-After` does not shorten the pause below the usual backoff.
    const waitMs = Math.max(answer.retryAfterMs ?? 0, backoff);
    const worthIt = tries < mostTries && waitMs <= longestRetryAfterMs;
    if (!repeatable || !mayPass(error) || !worthIt || signal?.aborted) throw withKey(error, idempotencyKey);
    await connection.pause(waitMs, signal);
  }
};

/** Whether the answer may be long: documents, and leases, which hold the files of a job. */
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
