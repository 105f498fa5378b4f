import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { answerWith, aReceiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp } from '../testing/test-app.ts';

test('[HOOK-31] the metrics show what waits, for how long, what is under way, and what became of attempts', async () => {
  await using app = await startTestApp({ webhookPollMs: 5 });
  const held: ServerResponse[] = [];
  await using receiver = await aReceiver((response) => held.push(response));
  const { creator, tokens } = await aSession(app);
  const webhook = await aWebhook(app, { url: receiver.url }, tokens.creator);
  const shown = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`${app.url}/metrics`)).text();
    return Object.fromEntries(
      Array.from(text.matchAll(/^pairspace_webhook_(\S+) (\S+)$/gm), ([, name = '', value]) => [name, Number(value)]),
    );
  };
  expect(await shown()).toMatchObject({ queue: 0, oldest_due_seconds: 0, under_way: 0 });

  await creator('POST', '/messages', { body: { content: 'one' } });
  await receiver.until(1);
  app.clock.advance(5000);
  await creator('POST', '/messages', { body: { content: 'two' } });
  expect(await shown()).toMatchObject({ queue: 2, oldest_due_seconds: 5, under_way: 1 });

  receiver.answer = answerWith(500);
  held[0]?.writeHead(200).end();
  await webhook.settled();
  expect(await shown()).toEqual({
    queue: 1,
    oldest_due_seconds: 0,
    under_way: 0,
    'attempts_total{outcome="delivered"}': 1,
    'attempts_total{outcome="retry"}': 1,
  });
});
