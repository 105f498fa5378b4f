import { until } from '@pairspace/testkit/until';
import { specifiedEvents } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { signedHeader } from '@pairspace/testkit/signed-header';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../lib/version.ts';
import { answerWith, aReceiver, type Receiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'operator-of-this-test';
const minute = 60_000;

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  app = await startTestApp({ adminToken, webhookPollMs: 5 });
  receiver = await aReceiver();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

test('[HOOK-2] [HOOK-4] a session’s webhook gets the events it asked for, of its session alone', async () => {
  await using own = await aReceiver();
  const { creator, tokens, id } = await aSession(app, { visibility: 'private' });
  const other = await aSession(app);
  await aWebhook(app, { url: own.url, events: ['message.created'] }, tokens.creator);
  await other.creator('POST', '/messages', { body: { content: 'elsewhere' } });
  await creator('POST', '/notes', { body: {} });
  await creator('POST', '/messages', { body: { content: 'here' } });
  const [first] = await own.until(1);
  expect(first?.delivery).toMatchObject({ event: 'message.created', sessionId: id, data: { content: 'here' } });
  await creator('POST', '/messages', { body: { content: 'again' } });
  expect((await own.until(2)).map(({ delivery }) => delivery.data['content'])).toEqual(['here', 'again']);
});

test('[HOOK-9] [HOOK-11] a delivery is signed as the specification says, and named by its headers', async () => {
  await using own = await aReceiver();
  const { creator, tokens } = await aSession(app);
  const secret = 'whsec_of_this_test';
  const webhook = await aWebhook(app, { url: own.url, secret }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'signed' } });
  const [one] = await own.until(1);
  const seconds = app.clock.now() / 1000;
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': `Pairspace/${version}`,
    'x-pair-event': 'message.created',
    'x-pair-delivery': expect.stringMatching(/^dlv_[0-9a-z]+$/) as string,
    'x-pair-attempt': '1',
    'content-length': String(Buffer.byteLength(one?.text ?? '')),
  });
  const header = String(one?.headers['x-pair-signature']);
  expect(header).toBe(signedHeader(one?.text ?? '', secret, seconds));
  expect((await webhook.settled())[0]?.id).toBe(one?.headers['x-pair-delivery']);
});

test('[HOOK-18] without a secret there is no signature', async () => {
  await using own = await aReceiver();
  const { creator, tokens } = await aSession(app);
  await aWebhook(app, { url: own.url }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'unsigned' } });
  const [one] = await own.until(1);
  expect(one?.headers).not.toHaveProperty('x-pair-signature');
});

test('[HOOK-8] [HOOK-11] a retry has the same bytes and id, a new signature and the next number', async () => {
  await using own = await aReceiver(answerWith(503));
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url, secret: 's', events: ['session.updated'] }, tokens.creator);
  await creator('PATCH', '', { body: { name: 'first' } });
  await own.until(1);
  await webhook.settled();
  own.answer = answerWith(204);
  app.clock.advance(1.2 * minute);
  const [first, second] = await own.until(2);
  expect(second?.text).toBe(first?.text);
  expect(second?.headers['x-pair-delivery']).toBe(first?.headers['x-pair-delivery']);
  expect([first, second].map((one) => one?.headers['x-pair-attempt'])).toEqual(['1', '2']);
  expect(second?.headers['x-pair-signature']).not.toBe(first?.headers['x-pair-signature']);
  expect(String(second?.headers['x-pair-signature'])).toContain(`t=${String(Math.floor(app.clock.now() / 1000))},`);
});

test('[HOOK-15] deliveries of a webhook come in the order of seq, one after the other', async () => {
  let underWay = 0;
  let most = 0;
  await using own = await aReceiver((response) => {
    most = Math.max(most, ++underWay);
    setImmediate(() => {
      underWay--;
      response.end();
    });
  });
  const { creator, tokens } = await aSession(app);
  await aWebhook(app, { url: own.url }, tokens.creator);
  // An address may have at most 200 connections.
  for (let batch = 0; batch < 3; batch++) {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        creator('POST', '/messages', { body: { content: `${String(batch)} ${String(i)}` } }),
      ),
    );
  }
  const seqs = (await own.until(300)).map(({ headers }) => Number(headers['x-pair-seq']));
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  expect(new Set(seqs).size).toBe(300);
  expect(most).toBe(1);
});

test('[HOOK-12] a change that is undone queues nothing', async () => {
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: receiver.url, events: [...specifiedEvents] }, tokens.creator);
  expect((await creator('PUT', '/notes/note_unknown', { body: { expectedVersion: 1, title: 'x' } })).status).toBe(404);
  expect((await creator('POST', '/messages', { body: { content: '' } })).status).toBe(400);
  expect(await webhook.deliveries()).toEqual([]);
});

test('[HOOK-6] while inactive nothing is queued and nothing sent; what waited is sent after, within 24 h', async () => {
  await using own = await aReceiver(answerWith(500));
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url }, tokens.creator);
  const say = (content: string) => creator('POST', '/messages', { body: { content } });
  await say('before');
  await own.until(1);
  await webhook.settled();
  await webhook.set(false);
  await say('meanwhile');
  app.clock.advance(23 * 60 * minute);
  expect(await webhook.deliveries()).toHaveLength(1);
  own.answer = answerWith(200);
  await webhook.set(true);
  await own.until(2);
  await say('after');
  expect((await own.until(3)).map(({ delivery }) => delivery.data['content'])).toEqual(['before', 'before', 'after']);
});

test('[HOOK-6] what waited for more than 24 h is given up when the webhook is active again', async () => {
  await using own = await aReceiver(answerWith(500));
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'old' } });
  await own.until(1);
  await webhook.settled();
  await webhook.set(false);
  app.clock.advance(24 * 60 * minute);
  expect((await webhook.set(true)).failedDeliveries).toBe(1);
  expect(await webhook.settled()).toMatchObject([
    { status: 'failed', error: 'expired', attempts: 1, nextAttemptAt: null },
  ]);
  expect(own.received).toHaveLength(1);
});

test('[HOOK-12] a deleted webhook gets nothing more, and its queue goes', async () => {
  await using own = await aReceiver(answerWith(500));
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'x' } });
  await own.until(1);
  await webhook.settled();
  await app.request('DELETE', `/api/webhooks/${webhook.id}`, { token: tokens.creator });
  app.clock.advance(2 * minute);
  await creator('POST', '/messages', { body: { content: 'y' } });
  await aWebhook(app, { url: own.url, events: ['note.created'] }, tokens.creator);
  await creator('POST', '/notes', { body: { title: 'marker' } });
  const received = await own.until(2);
  expect(received.map(({ delivery }) => delivery.event)).toEqual(['message.created', 'note.created']);
});

test('[HOOK-23] deleting a session takes its webhooks, and what is queued of it for others', async () => {
  await using own = await aReceiver(answerWith(500));
  const { creator, tokens, id } = await aSession(app);
  const bound = await aWebhook(app, { url: own.url }, tokens.creator);
  const about = await aWebhook(app, { url: own.url, sessionId: id });
  const wide = await aWebhook(app, { url: own.url });
  await creator('POST', '/messages', { body: { content: 'x' } });
  await own.until(3);
  for (const webhook of [bound, about, wide]) await webhook.settled();
  await creator('DELETE', '');
  const get = async ({ id }: { id: string }) =>
    (await app.request('GET', `/api/webhooks/${id}`, { token: adminToken })).status;
  expect(await Promise.all([bound, about, wide].map(get))).toEqual([404, 404, 200]);
  app.clock.advance(2 * minute);
  await until(async () => {
    expect((await wide.deliveries()).filter(({ status }) => status !== 'cancelled')).toEqual([]);
  });
  expect(own.received).toHaveLength(3);
  expect(await wide.read()).toMatchObject({ failedDeliveries: 0 });
  await app.request('DELETE', `/api/webhooks/${wide.id}`);
});

test('[HOOK-20] the deliveries of a webhook are listed, newest first, without their bodies', async () => {
  await using own = await aReceiver((response, { delivery }) => {
    response.writeHead(delivery.data['content'] === 'bad' ? 418 : 201).end();
  });
  const { creator, tokens, id } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'good' } });
  await own.until(1);
  app.clock.advance(1);
  const before = app.clock.now();
  await creator('POST', '/messages', { body: { content: 'bad' } });
  await own.until(2);
  const [bad, good] = await webhook.settled();
  expect(good).toMatchObject({
    status: 'delivered',
    attempts: 1,
    responseStatus: 201,
    error: null,
    nextAttemptAt: null,
  });
  expect(bad).toEqual({
    id: own.received[1]?.headers['x-pair-delivery'],
    webhookId: webhook.id,
    event: 'message.created',
    sessionId: id,
    seq: Number(own.received[1]?.headers['x-pair-seq']),
    status: 'pending',
    attempts: 1,
    nextAttemptAt: expect.any(String) as string,
    lastAttemptAt: new Date(before).toISOString(),
    responseStatus: 418,
    error: 'status',
    createdAt: new Date(before).toISOString(),
    finishedAt: null,
  });
  const delay = Date.parse(bad?.nextAttemptAt ?? '') - before;
  expect(delay).toBeGreaterThanOrEqual(0.9 * minute);
  expect(delay).toBeLessThanOrEqual(1.1 * minute);
  expect(await webhook.read()).toMatchObject({
    failedDeliveries: 0,
    lastDelivery: { at: new Date(before).toISOString(), status: 'failed' },
  });
});

test('[HOOK-20] the deliveries of an open webhook name no session that is private now, but to the operator', async () => {
  await using own = await aReceiver();
  const hidden = await aSession(app);
  const shown = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url });
  for (const { creator } of [hidden, shown]) await creator('POST', '/messages', { body: { content: 'x' } });
  await own.until(2);
  await webhook.settled();
  const sessionsListed = async (token?: string): Promise<unknown[]> => {
    const path = `/api/webhooks/${webhook.id}/deliveries`;
    const { data } = await app.request<{ items: { sessionId: string }[] }>('GET', path, { token });
    return data.items.map(({ sessionId }) => sessionId).toSorted();
  };
  const both = [hidden.id, shown.id].toSorted();
  expect(await sessionsListed()).toEqual(both);
  await hidden.creator('POST', '/visibility');
  expect(await sessionsListed()).toEqual([shown.id]);
  expect(await sessionsListed(hidden.tokens.creator)).toEqual([shown.id]);
  expect(await sessionsListed(adminToken)).toEqual(both);
  await app.request('DELETE', `/api/webhooks/${webhook.id}`);
});

test('[HOOK-21] a delivery is sent again at once, with the same id and bytes, as often as it is asked for', async () => {
  await using own = await aReceiver();
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'x' } });
  const [first] = await own.until(1);
  const [{ id } = { id: '' }] = await webhook.settled();
  const again = () =>
    app.request('POST', `/api/webhooks/${webhook.id}/deliveries/${id}/redeliver`, { token: tokens.creator });
  for (const attempt of [2, 3]) {
    expect((await again()).data).toMatchObject({ id, status: 'pending', attempts: attempt - 1 });
    const received = await own.until(attempt);
    expect(received[attempt - 1]).toMatchObject({
      text: first?.text,
      headers: { 'x-pair-delivery': id, 'x-pair-attempt': String(attempt) },
    });
    await webhook.settled();
  }
  const unknown = `/api/webhooks/${webhook.id}/deliveries/dlv_unknown/redeliver`;
  expect((await app.request('POST', unknown, { token: tokens.creator })).status).toBe(404);
});

test('[HOOK-21] one that waits is tried now and keeps its place in the schedule', async () => {
  await using own = await aReceiver(answerWith(500));
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'x' } });
  await own.until(1);
  const [{ id } = { id: '' }] = await webhook.settled();
  await app.request('POST', `/api/webhooks/${webhook.id}/deliveries/${id}/redeliver`, { token: tokens.creator });
  await own.until(2);
  const [state] = await webhook.settled();
  const delay = Date.parse(state?.nextAttemptAt ?? '') - app.clock.now();
  expect(delay).toBeGreaterThanOrEqual(4.5 * minute);
  expect(delay).toBeLessThanOrEqual(5.5 * minute);
});

test('[HOOK-22] a ping is sent once, signed, and counts as no failed delivery', async () => {
  await using own = await aReceiver(answerWith(500));
  const { tokens, id } = await aSession(app);
  const webhook = await aWebhook(app, { url: own.url, secret: 's' }, tokens.creator);
  const ping = await app.request('POST', `/api/webhooks/${webhook.id}/ping`, { token: tokens.creator });
  expect(ping.status).toBe(201);
  expect(ping.data).toMatchObject({ event: 'ping', sessionId: id, seq: null, status: 'pending' });
  const [one] = await own.until(1);
  expect(one?.delivery).toMatchObject({ event: 'ping', sessionId: id, data: { id: webhook.id, hasSecret: true } });
  expect(one?.headers).toMatchObject({
    'x-pair-event': 'ping',
    'x-pair-delivery': ping.data['id'],
    'x-pair-signature': expect.stringContaining('v1=') as string,
  });
  expect(one?.headers).not.toHaveProperty('x-pair-seq');
  expect(await webhook.settled()).toMatchObject([{ status: 'failed', error: 'status', responseStatus: 500 }]);
  expect(await webhook.read()).toMatchObject({ failedDeliveries: 0, lastDelivery: { status: 'failed' } });
});

test('[HOOK-22] the 61st ping of a webhook in an hour is 429, and others see no difference', async () => {
  await using exposed = await startTestApp({ requestRate: { count: 1000, windowMs: minute } });
  const { tokens } = await aSession(exposed);
  const webhook = await aWebhook(exposed, { url: receiver.url }, tokens.creator);
  const ping = (id: string): Promise<{ status: number }> =>
    exposed.request('POST', `/api/webhooks/${id}/ping`, { token: tokens.creator });
  for (let count = 0; count < 60; count++) expect((await ping(webhook.id)).status).toBe(201);
  expect((await ping(webhook.id)).status).toBe(429);
  const other = await aWebhook(exposed, { url: receiver.url }, tokens.creator);
  expect((await ping(other.id)).status).toBe(201);
  expect((await exposed.request('POST', `/api/webhooks/${webhook.id}/ping`)).status).toBe(404);
});

test('[HOOK-20] deliveries that are over are forgotten after a time', async () => {
  await using short = await startTestApp({ webhookPollMs: 5, webhookKeepMs: 60 * minute });
  await using own = await aReceiver();
  const { creator, tokens } = await aSession(short);
  const webhook = await aWebhook(short, { url: own.url }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'x' } });
  await own.until(1);
  expect(await webhook.settled()).toHaveLength(1);
  short.clock.advance(61 * minute);
  await until(async () => {
    expect(await webhook.deliveries()).toEqual([]);
  });
});

test('[IDEM-1] a webhook that is made twice with one Idempotency-Key is one', async () => {
  const { tokens } = await aSession(app);
  const options = {
    token: tokens.creator,
    headers: { 'idempotency-key': hash('sha256', 'one') },
    body: { url: receiver.url, events: ['note.created'], secret: 'never shown' },
  };
  const [first, second] = [
    await app.request('POST', '/api/webhooks', options),
    await app.request('POST', '/api/webhooks', options),
  ];
  expect(second.data).toEqual(first.data);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
});
