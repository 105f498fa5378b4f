import { expect, test, vi } from 'vitest';
import { paceOutput } from './pace-output.ts';
import type { OutputPart } from './sandbox.ts';

test('[LIVE-2] [LIVE-3] a flood becomes few parts, of 256 KB together; each follows the one before', async () => {
  vi.useFakeTimers();
  try {
    const sent: OutputPart[] = [];
    const output = paceOutput((parts) => {
      sent.push(...parts);
      return Promise.resolve();
    });
    output.add('stdout', Buffer.from('é'));
    await vi.advanceTimersByTimeAsync(25);
    expect(sent).toEqual([{ stream: 'stdout', since: 0, text: 'é' }]);
    for (let count = 0; count < 2000; count++) {
      output.add(count % 2 ? 'stdout' : 'stderr', Buffer.alloc(1024, 'x'));
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(1000);
    await output.end();
    expect(sent.length).toBeLessThanOrEqual(12);
    expect(sent.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBe(262_144);
    for (const name of ['stdout', 'stderr']) {
      let next = 0;
      for (const { since, text } of sent.filter(({ stream }) => stream === name)) {
        expect(since).toBe(next);
        next += text.length;
      }
    }
  } finally {
    vi.useRealTimers();
  }
});
