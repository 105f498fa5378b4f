import { expect, test } from 'vitest';
import { isoTime } from '../lib/clock.ts';
import { TestClock } from '../testing/test-app.ts';
import { renewal } from './lease-inputs.ts';

const leaseMs = 30_000;

test('[JOB-14] a lease is renewed between its files when the clock was set back, and then when it is due', async () => {
  const clock = new TestClock();
  const now = () => clock.now();
  const leaseExpiresAt = () => isoTime(now() + leaseMs);
  const renewedBefore: string[] = [];
  let next = '';
  const renew = () => {
    renewedBefore.push(next);
    return Promise.resolve({ leaseExpiresAt: leaseExpiresAt() });
  };
  const keepLease = renewal({ leaseMs, leaseExpiresAt: leaseExpiresAt() }, { now, renew });
  for (const path of ['a', 'b', 'c', 'd', 'e']) {
    next = path;
    await keepLease();
    if (path === 'a') clock.advance(-3_600_000);
    if (path === 'c') clock.advance(11_000);
  }
  expect(renewedBefore).toEqual(['b', 'd']);
});
