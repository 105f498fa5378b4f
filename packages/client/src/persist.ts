import { ServiceError } from '@pairspace/protocol';
import { isOutage } from './answer.ts';
import { idempotencyKeyOf } from './failed-call.ts';
import { backoffMs, type Pause } from './pause.ts';
import type { CallOptions } from './request.ts';

const firstBackoffMs = 200;
const mostDoublings = 3;
const longestRetryAfterMs = 10_000;

interface Persistence {
  pause: Pause;
  /** Whether the failure is temporary: `isOutage`, or `mayPass` at the first contact with a service. */
  isTransient?: (error: unknown) => boolean;
  /** Whether the call is repeated after a temporary error; by default, until the signal aborts. */
  goesOn?: (error: unknown) => boolean;
  signal?: AbortSignal | undefined;
}

/** Repeats a call under the same Idempotency-Key, while its failure is temporary. */
export const persist = async <T>(
  call: (options: CallOptions) => Promise<T>,
  { pause, signal, isTransient = isOutage, goesOn = () => !signal?.aborted }: Persistence,
): Promise<T> => {
  let headers: Record<string, string> = {};
  for (let failures = 0; ; failures++) {
    try {
      return await call({ headers, signal });
    } catch (error) {
      if (!isTransient(error) || !goesOn(error)) throw error;
      const key = idempotencyKeyOf(error);
      if (key !== undefined) headers = { 'idempotency-key': key };
      const backoff = backoffMs(firstBackoffMs, Math.min(failures, mostDoublings));
      await pause(Math.max(backoff, Math.min(longestRetryAfterMs, retryAfterMs(error))), signal);
    }
  }
};

/** The time that the service asks to wait; 0 if it asks for none. */
export const retryAfterMs = (error: unknown): number => {
  const seconds = error instanceof ServiceError ? error.details?.['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : 0;
};
