import { equal, ok } from 'node:assert/strict';
import { sessionRule } from '../rule.ts';
import { timed } from '../tools.ts';

const many = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);

sessionRule('ERR-4', 'a 400 lists twenty issues at most, and how many there are', async ({ creator }) => {
  await creator.ok('configurePool');
  const env = Object.fromEntries(many(200, '').map((_, index) => [`${'-'.repeat(5000)}${String(index)}`, 1]));
  const body = { type: 'javascript', input: { code: '', env } };
  const { details, message } = await creator.refused('VALIDATION_ERROR', 'submitJob', { body });
  equal((details['issues'] as unknown[]).length, 20);
  ok(Number(details['moreIssues']) >= 180);
  ok(JSON.stringify({ details, message }).length < 16 * 1024);
});

sessionRule('NET-4', 'the length of an array or map is looked at before its items', async ({ creator, nobody }) => {
  await creator.ok('configurePool');
  const url = 'http://127.0.0.1:9/';
  const webhook = { body: { url, events: many(9000, 'x') } };
  const { result, ms } = await timed(nobody.refused('VALIDATION_ERROR', 'createWebhook', webhook));
  equal((result.details['issues'] as unknown[]).length, 1);
  // The bound includes pauses of a busy machine.
  ok(ms < 10_000, `it took ${String(ms)} ms`);
  const env = Object.fromEntries(many(9000, 0).map((_, index) => [`-${String(index)}`, 0]));
  const job = { body: { type: 'javascript', input: { code: '', env } } };
  const refused = await creator.refused('VALIDATION_ERROR', 'submitJob', job);
  equal((refused.details['issues'] as unknown[]).length, 1);
});

sessionRule('NET-4', 'a body with too many values is 413, whatever they are', async ({ creator, nobody }) => {
  for (const item of [0, 'x', {}, []]) {
    const body = { content: 'x', metadata: { items: many(10_001, item) } };
    const { message } = await creator.refused('PAYLOAD_TOO_LARGE', 'postMessage', { body });
    ok(message.includes('10000 values'), message);
  }
  await nobody.refused('PAYLOAD_TOO_LARGE', 'createSession', { body: many(10_001, 0) });
  await creator.ok('postMessage', { body: { content: '[,{'.repeat(33_000) } });
});
