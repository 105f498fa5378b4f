import { endpoints } from '@pairspace/protocol';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Holder } from '../../limits/quota.ts';
import { createServiceLimits } from '../../limits/service-limits.ts';
import { PendingAnswer } from './pending-answer.ts';

const mb = 2 ** 20;
const stranger: Holder = { address: 'a', client: 'a', sessionId: 's', isMember: false };
const member: Holder = { ...stranger, client: 'token', isMember: true };

const stays = () => new AbortController().signal;

const pending = () => {
  const limits = createServiceLimits(readConfig({}));
  return (holder: Holder, endpoint = endpoints.listNotes, gone = stays) =>
    new PendingAnswer(endpoint, limits, holder, gone);
};

afterEach(() => {
  vi.useRealTimers();
});

test('a large answer is made when there is room for it, and takes what it is until it is sent', async () => {
  const answer = pending();
  const first = answer(stranger);
  await first.reserve();
  first.made(18 * mb);
  const second = answer(stranger);
  const order: string[] = [];
  const reserved = second.reserve().then(() => order.push('second has room'));
  const ofMember = answer(member);
  await ofMember.reserve();
  ofMember[Symbol.dispose]();
  expect(second.isAwaited).toBe(false);
  expect(first.isAwaited).toBe(true);
  order.push('first is made');
  first.made(2 * mb);
  await reserved;
  expect(order).toEqual(['first is made', 'second has room']);
});

test('a request that waits too long for room is refused, one of another address is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = pending();
  const held = answer(stranger);
  await held.reserve();
  held.made(20 * mb);
  const refused = expect(answer(stranger).reserve()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfterSeconds: 5 },
  });
  await answer({ ...stranger, address: 'b', client: 'b' }).reserve();
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  held[Symbol.dispose]();
  await answer(stranger).reserve();
});

test('no large answer is made for a client that has left before its turn', async () => {
  const answer = pending();
  const left = answer(stranger, endpoints.listNotes, () => AbortSignal.abort());
  await expect(left.reserve()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const next = answer(stranger);
  await next.reserve();
  expect(next.isAwaited).toBe(false);
});

test('what is refused because the process holds too much is 503', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = pending();
  for (let address = 0; address < 3; address++) {
    const held = answer({ ...stranger, address: String(address), client: String(address) });
    await held.reserve();
    held.made(16 * mb);
  }
  const refused = expect(answer({ ...stranger, address: 'last' }).reserve()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { reason: 'overloaded', retryAfterSeconds: 5 },
  });
  // The request first waits for its turn, and then, with a timer, for room.
  while (vi.getTimerCount() === 0) await nextTurn();
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
});

test('[LIM-6] the bytes of an answer count as a request for each 256 KB of all of them', async () => {
  const limits = createServiceLimits(readConfig({ PAIRSPACE_RATE_LIMIT: '10/m' }));
  const caller = { kind: 'stranger' } as const;
  const ask = (client: string) =>
    limits.requests.count({ endpoint: endpoints.listNotes, caller, client, address: 'a', hasWait: false });
  await ask('c');
  const answer = new PendingAnswer(endpoints.listNotes, limits, { address: 'a', client: 'c' }, stays);
  for (let sent = 0; sent < 16; sent++) answer.charge(mb / 8);
  await ask('c');
  await expect(ask('c')).rejects.toThrow('Too many requests.');
  await ask('d');
});
