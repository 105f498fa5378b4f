import { equal, ok } from 'node:assert/strict';
import { rule } from '../rule.ts';
import { timed } from '../within.ts';

const many = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);

export const bodyRules = [
  rule('ERR-4', 'a 400 lists twenty issues at most, says how many there are, and is small', async ({ aSession }) => {
    const { creator } = await aSession();
    await creator.ok('configurePool');
    const env = Object.fromEntries(many(200, '').map((_, index) => [`${'-'.repeat(5000)}${String(index)}`, 1]));
    const body = { type: 'javascript', input: { code: '', env } };
    const { details, message } = await creator.refused('VALIDATION_ERROR', 'submitJob', { body });
    equal((details['issues'] as unknown[]).length, 20);
    ok(Number(details['moreIssues']) >= 180);
    ok(JSON.stringify({ details, message }).length < 16 * 1024);
  }),

  rule('NET-4', 'an array or map that is too long is refused before its items are looked at', async (context) => {
    const { nobody, aSession } = context;
    const { creator } = await aSession();
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
  }),

  rule('NET-4', 'a body with too many values is 413, whatever they are', async ({ nobody, aSession }) => {
    const { creator } = await aSession();
    for (const item of [0, 'x', {}, []]) {
      const body = { content: 'x', metadata: { items: many(10_001, item) } };
      const { message } = await creator.refused('PAYLOAD_TOO_LARGE', 'postMessage', { body });
      ok(message.includes('10000 values'), message);
    }
    await nobody.refused('PAYLOAD_TOO_LARGE', 'createSession', { body: many(10_001, 0) });
    await creator.ok('postMessage', { body: { content: '[,{'.repeat(33_000) } });
  }),
];
