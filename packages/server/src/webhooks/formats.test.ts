import type { Ask, Webhook } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aReceiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const events = ['ask.created', 'ask.ended', 'message.created'];
const title = 'May <!channel> *push* @everyone & <script>?';

/** The bodies of an ask, its answer and a message for one webhook. */
const bodiesFor = async (service: TestApp, format: string) => {
  await using receiver = await aReceiver();
  const session = await aSession(service);
  const { data: webhook } = await service.request<Webhook>('POST', '/api/webhooks', {
    token: session.tokens.creator,
    body: { url: receiver.url, events, format },
  });
  const { data: ask } = await session.creator<Ask>('POST', '/asks', { body: { kind: 'approval', title } });
  await session.observer('POST', `/asks/${ask.id}/answer`, { body: { optionId: 'deny' } });
  await session.creator('POST', '/messages', { body: { content: '@everyone <!here> '.repeat(500) } });
  const received = await receiver.until(3);
  const bodies = received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  return {
    bodies,
    webhook,
    ask,
    sessionId: session.id,
    tokens: Object.values(session.tokens),
    texts: received.map(({ text }) => text),
  };
};

test('[HOOK-35] slack gets a text without markup and mentions, with a link to the ask', async () => {
  const { bodies, webhook, ask, sessionId, tokens, texts } = await bodiesFor(app, 'slack');
  expect(webhook.format).toBe('slack');
  const [asked, ended, said] = bodies.map(({ text }) => String(text));
  expect(bodies.map((body) => Object.keys(body))).toEqual([['text'], ['text'], ['text']]);
  const link = `${app.url}/#/s/${sessionId}/ask/${ask.id}`;
  expect(asked).toBe(`ada asked people to approve "May ‹!channel› *push* @everyone &amp; ‹script›?"\n${link}`);
  expect(ended).toMatch(/answered the ask "May .*" with "Deny"\n/);
  for (const text of [asked, ended, said]) expect(text).not.toMatch(/[<>]/);
  expect(said?.length).toBeLessThan(2000);
  expect(said).toContain(`/#/s/${sessionId}?seq=`);
  for (const token of tokens) expect(texts.join('')).not.toContain(token);
});

test('[HOOK-35] discord gets at most 2,000 characters, mentions nobody, and no markup works', async () => {
  const { bodies } = await bodiesFor(app, 'discord');
  for (const body of bodies) {
    expect(body['allowed_mentions']).toEqual({ parse: [] });
    expect(String(body['content']).length).toBeLessThanOrEqual(2000);
  }
  expect(bodies[0]?.['content']).toContain('\\*push\\*');
});

test('[HOOK-35] without a format a webhook gets the event itself, and another format is 400', async () => {
  const { bodies } = await bodiesFor(app, 'json');
  expect(bodies.map(({ event }) => event)).toEqual(events);
  const body = { url: 'http://127.0.0.1:9/', events };
  const made = await app.request<Webhook>('POST', '/api/webhooks', { body });
  expect(made.data.format).toBe('json');
  const wrong = await app.request('POST', '/api/webhooks', { body: { ...body, format: 'teams' } });
  expect(wrong.status).toBe(400);
});

test('[HOOK-35] links lead to the public address where the operator names one', async () => {
  await using service = await startTestApp({ publicUrl: 'https://pair.example/at/' });
  const { bodies, ask, sessionId } = await bodiesFor(service, 'slack');
  expect(bodies[0]?.['text']).toContain(`\nhttps://pair.example/at/#/s/${sessionId}/ask/${ask.id}`);
});
