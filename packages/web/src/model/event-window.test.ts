import { shadeOf } from '@pairspace/protocol/site';
import type { Client } from '@pairspace/client';
import type { Event } from '@pairspace/protocol';
import { expect, test, vi } from 'vitest';
import { EventWindow } from './event-window.ts';

const entry = (seq: number): Event =>
  ({
    seq,
    event: 'message.created',
    data: { id: `msg_${String(seq)}`, seq, replyTo: seq > 1 ? `msg_${String(seq - 1)}` : null, content: 'x' },
    actor: { kind: 'agent', id: `agent-${String(seq % 3)}`, name: 'Ada' },
    timestamp: new Date(seq * 1000).toISOString(),
  }) as unknown as Event;

const range = (first: number, last: number): Event[] =>
  Array.from({ length: last - first + 1 }, (_, index) => entry(first + index));

/** A service whose log has as many entries as are asked for. */
const client = {
  listEvents: ({ since, limit }: { since: number; limit: number }) =>
    Promise.resolve({ items: range(since + 1, since + limit) }),
  async *followEvents({ since }: { since: number }) {
    for (let seq = since + 1; ; seq++) yield await Promise.resolve(entry(seq));
  },
} as unknown as Client;

const aWindow = (): EventWindow => new EventWindow(client, 'ses_1', () => undefined);

test('of a log without an end a bounded part is held, and what is looked at and the end stay', async () => {
  const window = aWindow();
  const unpins: (() => void)[] = [];
  for (let first = 1; first <= 20_000; first += 100) {
    window.add(range(first, first + 99));
    if (first === 10_001) unpins.push(window.pin(10_001, 10_020), window.pin(8001, 10_000, 0));
  }
  const held = range(1, 20_000).filter(({ seq }) => window.get(seq));
  expect(held.length).toBeLessThanOrEqual(4000);
  expect(window.get(10_010)).toBeDefined();
  expect(window.repliesTo('msg_8001')).toMatchObject([{ seq: 8002 }]);
  expect(window.get(20_000)).toBeDefined();
  expect(window.messageById('msg_5')).toBeUndefined();
  expect(window.repliesTo('msg_5')).toEqual([]);
  expect(window.marks.get(5)).toMatchObject({ weight: 3, shade: shadeOf('agent-2'), at: 5 });
  unpins.push(window.pin(5, 6));
  await window.ensure(5, 6);
  expect(window.messageById('msg_5')).toMatchObject({ seq: 5 });
  for (const unpin of unpins) unpin();
  for (let first = 20_001; first <= 24_000; first += 100) window.add(range(first, first + 99));
  expect([8001, 10_010].map((seq) => window.get(seq))).toEqual([undefined, undefined]);
});

test('a failed read of visible entries is repeated while they are visible', async () => {
  vi.useFakeTimers();
  const listEvents = vi.fn(client.listEvents).mockRejectedValueOnce(new Error('No answer.'));
  const window = new EventWindow({ ...client, listEvents }, 'ses_1', () => undefined);
  window.extendTo(400);
  const unpin = window.pin(1, 10);
  await vi.advanceTimersByTimeAsync(0);
  expect(window.get(5)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5000);
  expect(window.get(5)).toBeDefined();
  unpin();
  listEvents.mockRejectedValueOnce(new Error('No answer.'));
  window.pin(201, 210)();
  await vi.advanceTimersByTimeAsync(5000);
  expect(window.get(205)).toBeUndefined();
  vi.useRealTimers();
});

test('a log that was read whole stays whole while new entries come', async () => {
  const window = aWindow();
  window.add(range(5900, 6000));
  expect(await window.readWhole(6000, () => undefined, new AbortController().signal)).toHaveLength(6000);
  for (let first = 6001; first <= 16_000; first += 100) window.add(range(first, first + 99));
  expect(range(1, 6000).every(({ seq }) => window.get(seq))).toBe(true);
});
