import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paceOutput } from './pace-output.ts';
import type { OutputPart } from './sandbox.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const collecting = (mostParts = Infinity) => {
  const sent: OutputPart[] = [];
  const output = paceOutput((parts) => {
    sent.push(...parts);
    return Promise.resolve({ full: sent.length >= mostParts });
  });
  return { sent, output };
};

test('[LIVE-2] [LIVE-1] much output is sent in few consecutive parts, of 256 KB in total', async () => {
  const { sent, output } = collecting();
  output.add('stdout', Buffer.from('é'));
  await vi.advanceTimersByTimeAsync(25);
  expect(sent).toEqual([{ stream: 'stdout', since: 0, text: 'é' }]);
  for (let count = 0; count < 2000; count++) {
    output.add(count % 2 ? 'stdout' : 'stderr', Buffer.alloc(1024, 'x'));
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(1000);
  output.end();
  expect(sent.length).toBeLessThanOrEqual(12);
  expect(sent.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBe(262_144);
  for (const name of ['stdout', 'stderr']) {
    let next = 0;
    for (const { since, text } of sent.filter(({ stream }) => stream === name)) {
      expect(since).toBe(next);
      next += text.length;
    }
  }
});

test('[LIVE-2] a single large output is sent in parts of at most 64 KB, and no character is cut', async () => {
  const { sent, output } = collecting();
  const text = `a${'😀'.repeat(25_000)}`;
  output.add('stdout', Buffer.from(text));
  await vi.advanceTimersByTimeAsync(1000);
  output.end();
  expect(sent.map((part) => [part.since, Buffer.byteLength(part.text)])).toEqual([
    [0, 65_533],
    [16_384, 34_468],
  ]);
  expect(sent.map((part) => part.text).join('')).toBe(text);
});

test('[LIVE-2] a late part delays the next part: at most four parts arrive within a second', async () => {
  const arrivedAt: number[] = [];
  const output = paceOutput(async () => {
    await new Promise((resolve) => setTimeout(resolve, arrivedAt.length === 0 ? 200 : 0));
    arrivedAt.push(performance.now());
    return { full: false };
  });
  for (let count = 0; count < 100; count++) {
    output.add('stdout', Buffer.from('x'));
    await vi.advanceTimersByTimeAsync(50);
  }
  output.end();
  expect(arrivedAt.length).toBeGreaterThan(10);
  for (const [index, at] of arrivedAt.slice(4).entries()) expect(at - (arrivedAt[index] ?? 0)).toBeGreaterThan(1000);
});

test('[LIVE-1] sending stops when the service stores no more output', async () => {
  const { sent, output } = collecting(1);
  for (let count = 0; count < 3; count++) {
    output.add('stdout', Buffer.from('x'));
    await vi.advanceTimersByTimeAsync(1000);
  }
  output.end();
  expect(sent).toHaveLength(1);
});
