import { describe, expect, test } from 'vitest';
import { queueTaskNotice } from '../events/queue-task-notices.ts';
import { aSenderBench, type SenderBench } from '../testing/a-sender.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';
import { findNext, listDueQueues, type Outcome, recordOutcome, type Sendable, takeNext } from './delivery-queue.ts';
import { outcomeOf } from './sender.ts';
import type { WebhookResult } from './webhook-client.ts';

const leaseMs = 15_000;

const take = async ({ storage, clock }: SenderBench): Promise<Sendable | undefined> => {
  const [queue] = await listDueQueues(storage.read, clock.now());
  return queue && (await storage.write((tx) => takeNext(tx, queue, leaseMs)));
};
const record = ({ storage }: SenderBench, delivery: Sendable, outcome: Outcome) =>
  storage.write(async (tx) => {
    await recordOutcome(tx, delivery, outcome);
    return takeNext(tx, delivery, leaseMs);
  });

test('[HOOK-25] of senders that look at the same time one takes the lease, and renews it with each outcome', async () => {
  await using bench = await aSenderBench();
  const { storage, clock } = bench;
  await bench.webhook('http://a.example/', 'member');
  await bench.say('one');
  await bench.say('two');
  const [queue] = await listDueQueues(storage.read, clock.now());
  if (!queue) throw new Error('the messages were queued');
  const takeAgain = () => storage.write((tx) => takeNext(tx, queue, leaseMs));
  const [first, ...others] = await Promise.all([takeAgain(), takeAgain(), takeAgain()]);
  if (!first) throw new Error('the first has taken the lease');
  expect([first.leased_until, ...others]).toEqual([clock.now() + leaseMs, undefined, undefined]);
  clock.advance(14_999);
  const at = { attemptedAt: clock.now(), now: clock.now(), offsetsMs: [60_000], random: 0.5 };
  const second = await record(bench, first, outcomeOf(first, { responseStatus: 200, error: null }, at));
  expect(second?.leased_until).toBe(clock.now() + leaseMs);
  expect(second?.id).not.toBe(first.id);
  if (second) expect(await storage.write((tx) => takeNext(tx, second, 0))).toBeUndefined();
  expect((await take(bench))?.id).toBe(second?.id);
});

test('[HOOK-25] an outcome that a sender without its lease brings late takes nothing back', async () => {
  await using bench = await aSenderBench();
  const { storage, clock } = bench;
  await bench.webhook('http://a.example/', 'member');
  await bench.say('one');
  const late = await take(bench);
  if (!late) throw new Error('the message was queued');
  const begun = clock.now();
  const outcome = (change: Partial<Outcome>): Outcome => ({
    ...{ status: 'pending', attempts: 1, first_attempt_at: begun, last_attempt_at: begun, due_at: begun + 60_000 },
    ...{ response_status: 500, error: 'status', ...change },
  });
  const state = () =>
    storage.read.get`
      select status, attempts, due_at - queued_at as wait, failed_deliveries
      from delivery join webhook on webhook.id = webhook_id
    `;
  clock.advance(leaseMs);
  const taken = await take(bench);
  if (!taken) throw new Error('the lease was over');
  await record(bench, taken, outcome({ attempts: 3, due_at: begun + 300_000 }));
  const third = await state();
  expect(third).toEqual({ status: 'pending', attempts: 3, wait: 300_000, failed_deliveries: 0 });
  expect(await record(bench, late, outcome({ attempts: 2 }))).toBeUndefined();
  expect(await state()).toEqual(third);
  await record(bench, taken, outcome({ attempts: 7, status: 'failed' }));
  await record(bench, late, outcome({ attempts: 7, status: 'failed' }));
  await record(bench, late, outcome({ attempts: 7 }));
  expect(await state()).toMatchObject({ status: 'failed', attempts: 7, failed_deliveries: 1 });
});

test('[HOOK-25] a sender whose clock was set back renews its lease before it sends the next delivery', async () => {
  await using bench = await aSenderBench();
  const { id } = await bench.webhook('http://a.example/', 'member');
  const answers = [Promise.withResolvers<WebhookResult>(), Promise.withResolvers<WebhookResult>()];
  let posted = 0;
  bench.send(() => answers[posted++]?.promise ?? expect.fail());
  await bench.say('one');
  await expect.poll(() => posted).toBe(1);
  bench.clock.advance(-3_600_000);
  await bench.say('two');
  answers[0]?.resolve({ responseStatus: 200, error: null });
  await expect.poll(() => posted).toBe(2);
  const { read } = bench.storage;
  expect(await read.get`select leased_until as until from webhook where id = ${id}`).toEqual({
    until: bench.clock.now() + leaseMs,
  });
  answers[1]?.resolve({ responseStatus: 200, error: null });
});

describe('[HOOK-15] what waits since the clock was set back goes before what came later', () => {
  const inOrder = async (bench: SenderBench, queue: (seq: number) => Promise<unknown>) => {
    for (const seq of [1, 2, 3]) await queue(seq);
    bench.clock.advance(-3_600_000);
    await queue(4);
    const sent: (number | null)[] = [];
    const at = { attemptedAt: 0, now: 0, offsetsMs: [60_000], random: 0.5 };
    for (let next = await take(bench); next;) {
      sent.push(next.seq);
      next = await record(bench, next, outcomeOf(next, { responseStatus: 200, error: null }, at));
    }
    expect(sent).toHaveLength(4);
    expect(sent).toEqual(sent.toSorted((a, b) => Number(a) - Number(b)));
  };

  test('an event', async () => {
    await using bench = await aSenderBench();
    await bench.webhook('http://a.example/', 'member');
    await inOrder(bench, (seq) => bench.say(String(seq)));
  });

  test('a state of a task', async () => {
    await using bench = await aSenderBench();
    const { id } = await bench.webhook('http://a.example/', 'member');
    const status = { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:00.000Z' } as const;
    const notice = { sessionId: bench.caller.sessionId, taskId: 'tsk_1', event: 'task.claimed', status } as const;
    await inOrder(bench, (seq) => bench.storage.write((tx) => queueTaskNotice(tx, id, { ...notice, seq })));
  });
});

test('[HOOK-15] due deliveries are found by the index, even if many retries wait', async () => {
  await using app = await startTestApp({ databaseUrl: undefined });
  const plan = [
    ...(await planOf(app, (db) => findNext(db, 'whk_1', 1))),
    ...(await planOf(app, (db) => listDueQueues(db, 1))),
  ].filter((step) => step.includes('delivery_pending'));
  const queue = 'webhook_id=? AND <expr>=?';
  expect(plan.map((step) => /\((.*)\)/.exec(step)?.[1])).toEqual([
    queue,
    `${queue} AND due_at<?`,
    undefined,
    'webhook_id>?',
    queue,
    queue,
  ]);
});

test('[HOOK-6] the queue of an inactive webhook is nobody’s', async () => {
  await using bench = await aSenderBench();
  const { id } = await bench.webhook('http://a.example/', 'member');
  await bench.say('one');
  const [queue] = await listDueQueues(bench.storage.read, bench.clock.now());
  if (!queue) throw new Error('the message was queued');
  await bench.storage.write((tx) => tx.run`update webhook set active = 0 where id = ${id}`);
  expect(await listDueQueues(bench.storage.read, bench.clock.now())).toEqual([]);
  expect(await bench.storage.write((tx) => takeNext(tx, queue, leaseMs))).toBeUndefined();
});
