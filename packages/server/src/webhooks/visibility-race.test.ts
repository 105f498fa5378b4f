import type { DeliveryState, Event } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aReceiver } from '../testing/a-receiver.ts';
import { aSession, type Caller } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp } from '../testing/test-app.ts';

const rounds = 30;

/** The seqs of events while the session was private, from its log. */
const saidInPrivate = async (caller: Caller): Promise<Set<number>> => {
  const seqs = new Set<number>();
  let visibility: unknown = 'public';
  for (let since = 0; ;) {
    const { data } = await caller<{ items: Event[] }>('GET', `/events?limit=200&since=${String(since)}`);
    for (const { event, seq, data: entity } of data.items) {
      if (event === 'session.updated') ({ visibility } = entity);
      if (visibility === 'private') seqs.add(seq);
      since = seq;
    }
    if (data.items.length === 0) return seqs;
  }
};

/**
 * Concurrent changes in many rounds: a session posts in public, turns private, posts, and turns public again, while its
 * deliveries are under way. A bound webhook shows that all events are sent.
 */
test('[HOOK-3] [HOOK-23] however visibility races with deliveries, an open webhook gets no byte of a private session', async () => {
  await using app = await startTestApp({ webhookPollMs: 5 });
  await using open = await aReceiver();
  await using bound = await aReceiver();
  const { creator, tokens } = await aSession(app);
  const openWebhook = await aWebhook(app, { url: open.url });
  const boundWebhook = await aWebhook(app, { url: bound.url }, tokens.creator);
  const say = (content: string) => creator('POST', '/messages', { body: { content } });
  const show = (visibility: string) => creator('POST', '/visibility', { body: { visibility } });

  for (let round = 0; round < rounds; round++) {
    const said = [say(`public ${String(round)} a`), say(`public ${String(round)} b`)];
    // Half of the rounds turn private while the messages are being committed, half while they are being delivered.
    if (round % 2 === 0) await Promise.all(said);
    await show('private');
    await Promise.all(said);
    await say(`private ${String(round)}`);
    if (round % 3 === 0) await openWebhook.settled();
    await show('public');
  }
  await bound.until(3 * rounds);
  const outcomes = await openWebhook.settled();
  await boundWebhook.settled();

  const arrived = open.received.map(({ delivery }) => String(delivery.data['content']));
  expect(arrived.filter((content) => content.startsWith('private'))).toEqual([]);
  expect(open.received.map(({ text }) => text).join('')).not.toContain('private');
  const sent = new Set(open.received.map(({ headers }) => headers['x-pair-delivery']));
  const withStatus = (status: DeliveryState['status']) => outcomes.filter((one) => one.status === status);
  for (const { id } of withStatus('delivered')) expect(sent).toContain(id);
  for (const { id } of withStatus('cancelled')) expect(sent).not.toContain(id);
  expect(withStatus('delivered').length).toBeGreaterThan(0);
  expect(withStatus('cancelled').length).toBeGreaterThan(0);
  expect(withStatus('delivered').length + withStatus('cancelled').length).toBe(outcomes.length);

  const inPrivate = await saidInPrivate(creator);
  expect(inPrivate.size).toBeGreaterThanOrEqual(rounds);
  for (const { headers } of open.received) expect(inPrivate).not.toContain(Number(headers['x-pair-seq']));
}, 60_000);
