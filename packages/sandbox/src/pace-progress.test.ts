import { expect, test, vi } from 'vitest';
import { paceProgress } from './pace-progress.ts';
import type { JobProgress } from './sandbox.ts';

test('[LIVE-5] a flood of progress is passed on less often than four times a second, and what was said last always', async () => {
  vi.useFakeTimers();
  try {
    const sent: JobProgress[] = [];
    const progress = paceProgress((newest) => {
      sent.push(newest);
      return Promise.resolve();
    });
    for (let count = 0; count <= 1000; count++) {
      progress.add({ fraction: count / 1000, message: String(count) });
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.length).toBeLessThanOrEqual(4);
    await progress.end();
    expect(sent.at(-1)).toEqual({ fraction: 1, message: '1000' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(new Set(sent.map(({ fraction }) => fraction)).size).toBe(sent.length);
  } finally {
    vi.useRealTimers();
  }
});

test('[LIVE-5] when passing on fails nothing more is passed on, and the end does not wait', async () => {
  let calls = 0;
  const progress = paceProgress(() => {
    calls++;
    return Promise.reject(new Error('the lease is lost'));
  });
  progress.add({ fraction: 0.1, message: null });
  await vi.waitUntil(() => calls === 1);
  progress.add({ fraction: 0.2, message: null });
  await progress.end();
  expect(calls).toBe(1);
});
