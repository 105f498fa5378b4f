import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { answerWith, aReceiver, type Receiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { aWebhook, type TestWebhook } from '../testing/a-webhook.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { nextAttemptAt } from './sender.ts';

const minute = 60_000;
const offsetsMs = [1, 5, 30, 120, 360, 1440].map((minutes) => minutes * minute);

test('[HOOK-14] attempts are planned from the first one, within a tenth either way, and there are seven', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.nat(1e12),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, firstAttemptAt, random) => {
        const offsetMs = offsetsMs[attempts - 1] ?? 0;
        const earlier = (offsetsMs[attempts - 2] ?? 0) * 1.1;
        const at = nextAttemptAt({ attempts, firstAttemptAt, now: firstAttemptAt + earlier, offsetsMs, random });
        expect(at).toBeGreaterThanOrEqual(Math.floor(firstAttemptAt + (attempts === 6 ? 1 : 0.9) * offsetMs));
        expect(at).toBeLessThanOrEqual(Math.ceil(firstAttemptAt + 1.1 * offsetMs));
      },
    ),
  );
  expect(nextAttemptAt({ attempts: 7, firstAttemptAt: 0, now: 0, offsetsMs, random: 0.5 })).toBeUndefined();
});

test('[HOOK-14] jitter spreads over the whole of the two tenths, and the last attempt is never early', () => {
  const at = (attempts: number, random: number) =>
    (nextAttemptAt({ attempts, firstAttemptAt: 0, now: 0, offsetsMs, random }) ?? NaN) / minute;
  expect([at(5, 0), at(5, 0.5), at(5, 1)]).toEqual([324, 360, 396]);
  expect([at(6, 0), at(6, 0.5), at(6, 1)]).toEqual([1440, 1512, 1584]);
});

test('[HOOK-14] attempts whose time has passed are made up for, a minute apart', () => {
  const threeHours = 180 * minute;
  const at = (attempts: number) =>
    nextAttemptAt({ attempts, firstAttemptAt: 0, now: threeHours, offsetsMs, random: 0.5 });
  expect([2, 3, 4].map(at)).toEqual([threeHours + minute, threeHours + minute, threeHours + minute]);
  expect(at(5)).toBe(360 * minute);
});

interface Case {
  /** The number of failing attempts. */
  failures: number;
  receiver: Receiver;
  webhook: TestWebhook;
  attemptedAt: number[];
}

let app: TestApp;
const cases: Case[] = [];

beforeAll(async () => {
  app = await startTestApp({ webhookPollMs: 5 });
  const { creator, tokens } = await aSession(app);
  for (const failures of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const attemptedAt: number[] = [];
    const receiver = await aReceiver((response, received) => {
      attemptedAt.push(app.clock.now());
      answerWith(attemptedAt.length > failures ? 200 : 500)(response, received);
    });
    cases.push({
      failures,
      receiver,
      attemptedAt,
      webhook: await aWebhook(app, { url: receiver.url }, tokens.creator),
    });
  }
  await creator('POST', '/messages', { body: { content: 'through every window' } });
  for (;;) {
    const states = await Promise.all(cases.map(({ webhook }) => webhook.settled()));
    const times = states.flat().flatMap(({ nextAttemptAt: at }) => (at === null ? [] : [Date.parse(at)]));
    if (times.length === 0) return;
    app.clock.advance(Math.min(...times) - app.clock.now());
  }
}, 60_000);

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  for (const { receiver } of cases) await receiver[Symbol.asyncDispose]();
});

test('[HOOK-14] a receiver that is down through any of the windows gets it in the next one', async () => {
  for (const { failures, attemptedAt, webhook } of cases.filter(({ failures }) => failures < 7)) {
    expect(attemptedAt).toHaveLength(failures + 1);
    expect(await webhook.deliveries()).toMatchObject([{ status: 'delivered', attempts: failures + 1, error: null }]);
    expect(await webhook.read()).toMatchObject({ failedDeliveries: 0, lastDelivery: { status: 'delivered' } });
  }
});

test('[HOOK-14] one that is always down is tried seven times, at its times, then given up once', async () => {
  const { attemptedAt, webhook } = cases.at(-1) ?? expect.fail();
  expect(attemptedAt).toHaveLength(7);
  const [first = 0, ...later] = attemptedAt;
  for (const [i, at] of later.entries()) {
    const share = (at - first) / (offsetsMs[i] ?? 0);
    expect(share, `attempt ${String(i + 2)}`).toBeGreaterThan(0.8999);
    expect(share, `attempt ${String(i + 2)}`).toBeLessThan(1.1001);
  }
  expect(await webhook.deliveries()).toMatchObject([
    { status: 'failed', attempts: 7, error: 'status', nextAttemptAt: null },
  ]);
  expect(await webhook.read()).toMatchObject({ failedDeliveries: 1, lastDelivery: { status: 'failed' } });
});
