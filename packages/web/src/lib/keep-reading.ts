import { ServiceError } from '@pairspace/client';

const pauseMs = 4000;

/**
 * Repeats a read until it succeeds, with a pause after each failure. Resolves to undefined after a refusal or an abort.
 */
export const keepReading = async <T>(read: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
  while (!signal.aborted) {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ServiceError && [401, 403, 404].includes(error.status)) break;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return undefined;
};
