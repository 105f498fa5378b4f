import { expect, test } from 'vitest';
import { aReceiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';
import { parseAddressRange } from './address-policy.ts';

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
  for (let index = 0; index < 14; index++) await creator('POST', '/messages', { body: { content: String(index) } });
  const ofOpen = () => receiver.received.filter(({ path }) => path === '/open').length;
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(30 + 14);
  expect(ofOpen()).toBe(30);
  app.clock.advance(59_999);
  await creator('POST', '/messages', { body: { content: 'last' } });
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(30 + 15);
  app.clock.advance(1);
  await expect.poll(ofOpen, { timeout: 10_000 }).toBe(45);
});
