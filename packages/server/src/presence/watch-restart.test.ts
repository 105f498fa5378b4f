import type { Event, Presence } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

test('a service that ends between lapse and event loses neither heartbeat nor event, and its successors repeat none', async () => {
  await using before = await startTestApp({ watchPauseMs: 3_600_000 });
  const { id, tokens, creator } = await aSession(before);
  const beat = (await creator<Presence>('POST', '/presence', { body: { status: 'working' } })).data;
  const recordAt = async (app: TestApp) =>
    (await app.request<{ items: Presence[] }>('GET', `/api/sessions/${id}/presence`)).data.items[0];
  const disconnects = async () =>
    (await creator<{ items: Event[] }>('GET', '/events')).data.items.filter(
      (one) => one.event === 'agent.disconnected',
    );
  before.clock.advance(before.config.presenceTimeoutMs + 1);
  expect((await recordAt(before))?.status).toBe('offline');
  expect(await disconnects()).toEqual([]);

  {
    await using next = await startTestApp({ watchPauseMs: 5 }, before);
    expect((await recordAt(next))?.lastSeenAt).toBe(beat.lastSeenAt);
    await expect.poll(disconnects).toHaveLength(1);
  }
  await using last = await startTestApp({ watchPauseMs: 5 }, before);
  await last.request('POST', `/api/sessions/${id}/presence`, { token: tokens.creator });
  last.clock.advance(before.config.presenceTimeoutMs + 1);
  // The watch reports the next absence, so it has run, and it does not repeat the first.
  await expect.poll(disconnects).toHaveLength(2);
  const [first, second] = await disconnects();
  expect(first?.data).toMatchObject({ lastSeenAt: beat.lastSeenAt });
  expect(second?.data.lastSeenAt).not.toBe(beat.lastSeenAt);
});
