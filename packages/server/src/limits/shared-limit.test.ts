import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { lookInside } from '@pairspace/testkit/look-inside';
import { startTestApp } from '../testing/test-app.ts';

const minute = 60_000;

test('a right code writes nothing to what counts wrong ones, and a wrong one is forgotten in time', async () => {
  await using app = await startTestApp({ inviteRate: { count: 1, windowMs: minute } });
  const { stranger, inviteCode, creator } = await aSession(app, { maxAgents: 8 });
  await using inside = await lookInside(app, { readOnly: true });
  const counters = () => inside.rows('select used from rate_counter');
  const join = (code: string) => stranger('POST', '/join', { body: { inviteCode: code } });
  expect((await join(inviteCode)).status).toBe(201);
  expect(await counters()).toEqual([]);
  expect((await join('AAAA-AAAA-AAAA')).status).toBe(403);
  expect(await counters()).toEqual([{ used: 1 }, { used: 1 }]);
  expect((await join(inviteCode)).status).toBe(429);
  app.clock.advance(minute);
  expect((await join(inviteCode)).status).toBe(201);
  expect((await creator('GET', '')).status).toBe(200);
});

test('[LIM-7] a session in all takes so many wrong codes a minute, from wherever they come', async () => {
  const trustProxy = ['127.0.0.1'];
  await using app = await startTestApp({ trustProxy, inviteSessionRate: { count: 3, windowMs: minute } });
  const { stranger, inviteCode } = await aSession(app);
  const from = (address: string, code: string) =>
    stranger('POST', '/observe', { body: { inviteCode: code }, headers: { 'x-forwarded-for': address } });
  for (let last = 1; last <= 3; last++)
    expect((await from(`192.0.2.${String(last)}`, 'AAAA-AAAA-AAAA')).status).toBe(403);
  expect((await from('192.0.2.9', inviteCode)).status).toBe(429);
});
