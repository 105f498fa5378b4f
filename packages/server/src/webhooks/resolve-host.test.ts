import { expect, test } from 'vitest';
import { aReceiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp } from '../testing/test-app.ts';
import { resolveHost } from './webhook-client.ts';

test('[HOOK-16] names of this machine are looked up without DNS, however they are written', async () => {
  const resolve = resolveHost(500);
  const [first, ...others] = await Promise.all(
    ['localhost', 'LocalHost', 'localhost.', 'deep.inside.localhost'].map(resolve),
  );
  expect(first).toContain('127.0.0.1');
  for (const addresses of others) expect(addresses).toContain('127.0.0.1');
});

test('[HOOK-13] a name that is nobody’s fails, and holds up no other receiver', async () => {
  await using app = await startTestApp({ webhookPollMs: 5 });
  await using healthy = await aReceiver();
  const { creator, tokens } = await aSession(app);
  const lost = await aWebhook(app, { url: 'http://nobody-has-this-name.invalid/' }, tokens.creator);
  await aWebhook(app, { url: healthy.url.replace('127.0.0.1', 'localhost') }, tokens.creator);
  await creator('POST', '/messages', { body: { content: 'x' } });
  await healthy.until(1);
  const [state] = await lost.settled();
  // Without a DNS server that answers, the time limit passes first.
  expect(['dns', 'timeout']).toContain(state?.error);
  expect(state).toMatchObject({ status: 'pending', attempts: 1, responseStatus: null });
});
