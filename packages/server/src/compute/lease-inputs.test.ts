import { expect, test } from 'vitest';
import { isoTime } from '../lib/clock.ts';
import { TestClock } from '../testing/test-app.ts';
import { renewBetweenFiles, type LeaseInputs } from './lease-inputs.ts';

const leaseMs = 30_000;

test('[JOB-14] a lease is renewed between its files when the clock was set back, and then when it is due', async () => {
  const clock = new TestClock();
  const now = () => clock.now();
  const expiresAt = () => isoTime(now() + leaseMs);
  const paths = ['a', 'b', 'c', 'd', 'e'];
  const inputs = {
    claimed: { leaseMs, leaseExpiresAt: expiresAt() },
    code: null,
    files: paths.values().map((path) => ({ path, content: '', encoding: 'utf-8' })),
  } as unknown as LeaseInputs;
  const renewedBefore: string[] = [];
  let renewals = 0;
  const renew = () => {
    renewals++;
    return Promise.resolve({ leaseExpiresAt: expiresAt() });
  };
  for await (const { path } of renewBetweenFiles(inputs, { now, renew }).files) {
    if (renewals > renewedBefore.length) renewedBefore.push(path);
    if (path === 'a') clock.advance(-3_600_000);
    if (path === 'c') clock.advance(11_000);
  }
  expect(renewedBefore).toEqual(['b', 'd']);
});
