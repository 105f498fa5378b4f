import { expect, test } from 'vitest';
import { aSenderBench } from '../testing/a-sender.ts';
import { type AttemptRecord, recordAttempts } from './record-attempts.ts';

test('[HOOK-25] an outcome that a sender without its lease brings late takes nothing back', async () => {
  await using bench = await aSenderBench();
  const webhook = await bench.webhook('http://a.example/', 'member');
  await bench.say('one');
  const row = await bench.storage.read.get<{ session_id: string; id: string }>`select session_id, id from delivery`;
  if (!row) throw new Error('the message was queued');
  const record = (change: Partial<AttemptRecord>) =>
    bench.storage.write((tx) =>
      recordAttempts(tx, [
        {
          ...row,
          webhook_id: webhook.id,
          status: 'pending',
          attempts: 1,
          first_attempt_at: tx.now,
          attempted_at: tx.now,
          due_at: tx.now + 60_000,
          response_status: 500,
          error: 'status',
          failed: false,
          ...change,
        },
      ]),
    );
  const state = () =>
    bench.storage.read.get`
      select status, attempts, due_at - queued_at as wait, failed_deliveries
      from delivery join webhook on webhook.id = webhook_id
    `;
  await record({ attempts: 3, due_at: bench.clock.now() + 300_000 });
  const third = await state();
  expect(third).toEqual({ status: 'pending', attempts: 3, wait: 300_000, failed_deliveries: 0 });
  await record({ attempts: 2 });
  expect(await state()).toEqual(third);
  await record({ attempts: 7, status: 'failed', failed: true });
  await record({ attempts: 7, status: 'failed', failed: true });
  await record({ attempts: 7 });
  expect(await state()).toMatchObject({ status: 'failed', attempts: 7, failed_deliveries: 1 });
});
