import { ServiceError } from '@pairspace/client';

const pauseMs = 4000;

/** Whether the service refuses a request for good. Other failures pass, such as an outage or too many requests. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceError && error.status < 500 && error.status !== 408 && error.status !== 429;

/**
 * Reads until it succeeds, with a pause after each failure. Each failure goes to `onFailure`. Resolves to undefined after
 * a refusal or an abort.
 */
export const keepReading = async <T>(
  read: () => Promise<T>,
  signal: AbortSignal,
  onFailure?: (error: unknown) => void,
): Promise<T | undefined> => {
  while (!signal.aborted) {
    try {
      return await read();
    } catch (error) {
      onFailure?.(error);
      if (isRefusal(error)) break;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return undefined;
};
