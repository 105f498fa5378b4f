import { ServiceError } from '@pairspace/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepReading } from './keep-reading.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads what fails twice with an error of this code, and returns how often it was read. */
const readsAfter = async (code: ConstructorParameters<typeof ServiceError>[0]): Promise<number> => {
  let reads = 0;
  const read = (): Promise<string> => {
    reads++;
    return reads < 3 ? Promise.reject(new ServiceError(code, 'Not now.')) : Promise.resolve('read');
  };
  const reading = keepReading(read, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  await reading;
  return reads;
};

test('an outage and a rate limit are waited for, and a refusal is final', async () => {
  expect(await readsAfter('INTERNAL_ERROR')).toBe(3);
  expect(await readsAfter('RATE_LIMITED')).toBe(3);
  for (const code of ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_ERROR', 'CONFLICT'] as const)
    expect(await readsAfter(code)).toBe(1);
});
