import { expect, test } from 'vitest';
import { RequestsAtWork } from './requests-at-work.ts';

test('[NET-35] requests at work are bounded, and an address with few finds a place beside one with many', async () => {
  const requests = new RequestsAtWork(32);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const start = (address: string, count: number) =>
    Array.from({ length: count }, () => requests.run(address, () => end));
  const refused = { code: 'UNAVAILABLE', details: { reason: 'overloaded', retryAfterSeconds: 1 } };

  const flood = start('a', 32);
  await expect(requests.run('a', () => end)).rejects.toMatchObject(refused);
  const others = Array.from({ length: 16 }, (_, index) => start(`b${String(index)}`, 2)).flat();
  await expect(requests.run('c', () => end)).rejects.toMatchObject(refused);

  resolve();
  await Promise.all([...flood, ...others]);
  await Promise.all(start('a', 32));
});

test('[NET-35] a request that fails gives its place back', async () => {
  const requests = new RequestsAtWork(1);
  await expect(requests.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(requests.run('a', () => Promise.resolve(1))).resolves.toBe(1);
});
