import { describe, expect, test } from 'vitest';
import { queueTaskNotice } from '../events/queue-task-notices.ts';
import { aSenderBench, type SenderBench } from '../testing/a-sender.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';
import { claimWebhook, inOrderOfLogs, listDue, listWaiting, releaseWebhooks } from './claim-webhook.ts';
import type { WebhookResult } from './webhook-client.ts';

const row = (session_id: string, seq: number | null, attempts = 0) => ({
  session_id,
  id: `dlv_${session_id}_${String(seq)}`,
  seq,
  attempts,
});

test('[HOOK-15] new events of a session go by seq, also when writers took their times in another order', () => {
  const due = [row('a', 2), row('b', 7), row('a', 9, 1), row('a', 1), row('b', null), row('a', 3), row('b', 6)];
  expect(inOrderOfLogs(due)).toEqual([
    row('a', 1),
    row('b', 6),
    row('a', 9, 1),
    row('a', 2),
    row('b', null),
    row('a', 3),
    row('b', 7),
  ]);
});

test('[HOOK-25] of senders that look at the same time one gets the lease, and renews it until it is over', async () => {
  await using bench = await aSenderBench();
  const { id } = await bench.webhook('http://a.example/', 'member');
  const claim = async (holder: string) =>
    (await bench.storage.write((tx) => claimWebhook(tx, id, { holder, leaseMs: 15_000 })))?.leasedUntil;
  const now = () => bench.clock.now();
  const names = ['one', 'two', 'three'];
  expect(await Promise.all(names.map(claim))).toEqual([now() + 15_000, undefined, undefined]);
  bench.clock.advance(14_999);
  expect(await claim('two')).toBeUndefined();
  expect(await claim('one')).toBe(now() + 15_000);
  bench.clock.advance(15_000);
  expect(await claim('two')).toBe(now() + 15_000);
  expect(await claim('one')).toBeUndefined();
  await bench.storage.write((tx) => releaseWebhooks(tx, 'one'));
  expect(await claim('three')).toBeUndefined();
  await bench.storage.write((tx) => releaseWebhooks(tx, 'two'));
  expect(await claim('three')).toBe(now() + 15_000);
});

test('[HOOK-25] a lease of a dead sender that a clock set back makes too long to be one holds up nobody', async () => {
  await using bench = await aSenderBench();
  const { id } = await bench.webhook('http://a.example/', 'member');
  const { storage, clock } = bench;
  const dead = { holder: 'dead', leaseMs: 15_000 };
  const next = { holder: 'next', leaseMs: 15_000 };
  const heldBy = async () => (await listWaiting(storage.read, next, clock.now())).map((one) => one.heldBy);
  const claim = async () => (await storage.write((tx) => claimWebhook(tx, id, next)))?.leasedUntil;
  await bench.say('one');
  await storage.write((tx) => claimWebhook(tx, id, dead));
  clock.advance(-15_000);
  expect([await heldBy(), await claim()]).toEqual([['dead'], undefined]);
  clock.advance(-1);
  expect([await heldBy(), await claim()]).toEqual([[null], clock.now() + 15_000]);
});

test('[HOOK-25] a sender whose clock was set back renews its lease before it sends the next delivery', async () => {
  await using bench = await aSenderBench();
  const { id } = await bench.webhook('http://a.example/', 'member');
  const answer = Promise.withResolvers<WebhookResult>();
  let posted = 0;
  bench.send(() => {
    posted++;
    return answer.promise;
  });
  await bench.say('one');
  await expect.poll(() => posted).toBe(1);
  bench.clock.advance(-3_600_000);
  await bench.say('two');
  answer.resolve({ responseStatus: 200, error: null });
  await expect.poll(() => posted).toBe(2);
  const { read } = bench.storage;
  expect(await read.get`select leased_until as until from webhook where id = ${id}`).toEqual({
    until: bench.clock.now() + 15_000,
  });
});

describe('[HOOK-15] what waits since the clock was set back, more than a page, goes before what came later', () => {
  const leavesOutTheLast = async (bench: SenderBench, id: string, queue: (n: number) => Promise<unknown>) => {
    for (let n = 1; n <= 65; n++) await queue(n);
    bench.clock.advance(-3_600_000);
    await queue(66);
    const { read } = bench.storage;
    const [last] = await read.all<{ id: string }>`select id from delivery order by seq desc limit 1`;
    const page = await listDue(read, id, bench.clock.now(), 64);
    expect(page).toHaveLength(64);
    expect(page.map((due) => due.id)).not.toContain(last?.id);
  };

  test('an event', async () => {
    await using bench = await aSenderBench();
    const { id } = await bench.webhook('http://a.example/', 'member');
    await leavesOutTheLast(bench, id, (n) => bench.say(String(n)));
  });

  test('a state of a task', async () => {
    await using bench = await aSenderBench();
    const { id } = await bench.webhook('http://a.example/', 'member');
    const status = { state: 'TASK_STATE_WORKING', timestamp: '2026-01-01T00:00:00.000Z' } as const;
    const notice = { sessionId: bench.caller.sessionId, taskId: 'tsk_1', event: 'task.claimed', status } as const;
    await leavesOutTheLast(bench, id, (seq) =>
      bench.storage.write((tx) => queueTaskNotice(tx, id, { ...notice, seq })),
    );
  });
});

test('[HOOK-15] due deliveries are found by the index, even if many retries wait', async () => {
  await using app = await startTestApp({ databaseUrl: undefined });
  const plan = [
    ...(await planOf(app, (db) => listDue(db, 'whk_1', 1, 64))),
    ...(await planOf(app, (db) => listWaiting(db, { holder: 'one', leaseMs: 1 }, 1))),
  ].filter((step) => step.includes(' delivery '));
  const queue = 'webhook_id=? AND <expr>=?';
  expect(plan.map((step) => /\((.*)\)/.exec(step)?.[1])).toEqual([
    queue,
    `${queue} AND due_at<?`,
    undefined,
    'webhook_id>?',
    queue,
    queue,
  ]);
  expect(plan.every((step) => step.includes('INDEX delivery_pending'))).toBe(true);
});

test('[HOOK-6] the queue of an inactive webhook is nobody’s', async () => {
  await using bench = await aSenderBench();
  const { id } = await bench.webhook('http://a.example/', 'member');
  await bench.storage.write((tx) => tx.run`update webhook set active = 0 where id = ${id}`);
  const lease = { holder: 'one', leaseMs: 15_000 };
  expect(await bench.storage.write((tx) => claimWebhook(tx, id, lease))).toBeUndefined();
});
