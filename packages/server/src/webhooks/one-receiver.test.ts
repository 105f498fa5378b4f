import type { WebhookScope } from '@pairspace/protocol';
import { expect, test, vi } from 'vitest';
import { aReceiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp } from '../testing/test-app.ts';
import { parseAddressRange } from './address-policy.ts';
import { TargetBudget } from './target-budget.ts';
import { WebhookClient } from './webhook-client.ts';

test('[HOOK-33] one address gets 30 requests a minute for all open webhooks, under all of its names; the rest wait', async () => {
  const range = parseAddressRange('127.0.0.0/8');
  await using app = await startTestApp({
    isExposed: true,
    trustProxy: ['127.0.0.1'],
    hosts: 'any',
    webhookPollMs: 5,
    ...(range && { webhookAllow: [range] }),
  });
  await using receiver = await aReceiver();
  const { creator, tokens } = await aSession(app);
  const { port } = new URL(receiver.url);
  const body = { events: ['message.created'] };
  for (const [index, host] of ['127.0.0.1', 'localhost', 'a.localhost'].entries()) {
    const headers = { 'x-forwarded-for': `192.0.2.${String(index)}` };
    const url = `http://${host}:${port}/open`;
    expect((await app.request('POST', '/api/webhooks', { headers, body: { ...body, url } })).status).toBe(201);
  }
  await app.request('POST', '/api/webhooks', { token: tokens.creator, body: { ...body, url: receiver.url } });
  using timer = vi.spyOn(performance, 'now');
  const began = performance.now();
  for (let index = 0; index < 14; index++) await creator('POST', '/messages', { body: { content: String(index) } });
  const ofOpen = () => receiver.received.filter(({ path }) => path === '/open').length;
  await expect.poll(() => receiver.received.length).toBe(30 + 14);
  expect(ofOpen()).toBe(30);
  const ended = performance.now();
  app.clock.advance(-3_600_000);
  timer.mockReturnValue(began + 59_999);
  await creator('POST', '/messages', { body: { content: 'last' } });
  await expect.poll(() => receiver.received.length).toBe(30 + 15);
  timer.mockReturnValue(ended + 60_000);
  await expect.poll(ofOpen).toBe(45);
});

test('[HOOK-33] webhooks of sessions have a bound of their own, and those of the operator have none', async () => {
  await using receiver = await aReceiver();
  const session = new TargetBudget({ requests: 1, bytes: 1000, windowMs: 60_000 }, () => 0);
  await using client = new WebhookClient({
    isAllowed: () => true,
    resolve: () => Promise.resolve(['127.0.0.1']),
    timeoutMs: 5000,
    connectionsPerHost: 2,
    budgets: { session },
  });
  const post = (countedAs: WebhookScope, host = '127.0.0.1') =>
    client.post({ url: receiver.url.replace('127.0.0.1', host), headers: {}, body: Buffer.from('{}'), countedAs });
  expect(await post('session')).toMatchObject({ responseStatus: 200 });
  expect(await post('session', 'another.example')).toEqual({ waitMs: 60_000 });
  for (let index = 0; index < 3; index++) expect(await post('all')).toMatchObject({ responseStatus: 200 });
});

test('[HOOK-21] the 61st redelivery for one webhook in a minute is 429', async () => {
  await using app = await startTestApp({ requestRate: { count: 1000, windowMs: 60_000 } });
  const { tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: 'http://127.0.0.1:9/' }, tokens.creator);
  const again = () =>
    app.request('POST', `/api/webhooks/${webhook.id}/deliveries/dlv_unknown/redeliver`, { token: tokens.creator });
  for (let index = 0; index < 60; index++) expect((await again()).status).toBe(404);
  expect((await again()).status).toBe(429);
});
