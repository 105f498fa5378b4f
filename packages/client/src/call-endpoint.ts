import type { Endpoint } from '@pairspace/protocol';
import { longestAnswerBytes, mayPass, readAnswer } from './answer.ts';
import { type Connection, requestOf } from './connection.ts';
import { answered, ConnectionFailed, withKey } from './failed-call.ts';
import { backoffMs } from './pause.ts';
import type { AnyRequest } from './request.ts';
import { SilenceTimeout, unlessSilent, withConnection } from './silence.ts';

const mostTries = 4;
const firstBackoffMs = 200;
/** The longest `Retry-After` that is waited for. The caller decides about a longer one. */
const longestRetryAfterMs = 10_000;
/**
 * A request fails, and is not repeated, when no data arrives for this time. The service holds a long poll for up to 50
 * s.
 */
const defaultSilenceMs = 75_000;
/** The lowest upload rate that does not time out. A large body extends the timeout. */
const charactersPerMs = 10;

/**
 * Calls an endpoint and returns its payload. Requests that are safe to repeat are tried up to four times: reads, and
 * POSTs, which carry an Idempotency-Key for this purpose (IDEM-1). Throws a refusal as `ServiceError`, an answer from
 * another program as `UnexpectedAnswer`, and a missing answer as `ConnectionFailed`.
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
    const hasTimedOut = error instanceof ConnectionFailed && error.cause instanceof SilenceTimeout;
    const worthIt = tries < mostTries && waitMs <= longestRetryAfterMs && !hasTimedOut;
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
  const { url, init } = request;
  try {
    const answer = await answered(
      request,
      withConnection({ silenceMs: silenceMsOf(init), signal: init.signal ?? undefined }, async (live) => {
        const response = await unlessSilent(fetch(url, { ...init, signal: live.end.signal }), live);
        return readAnswer(response, mostBytes, live);
      }),
    );
    if ('data' in answer) return answer;
    return { error: answer.refusal, retryAfterMs: answer.retryAfterMs };
  } catch (error) {
    return { error };
  }
};

const silenceMsOf = ({ body }: RequestInit): number =>
  defaultSilenceMs + (typeof body === 'string' ? body.length / charactersPerMs : 0);
