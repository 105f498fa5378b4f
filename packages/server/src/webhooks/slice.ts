import { sweepJob } from '../background-job.ts';
import type { Slice } from '../slice.ts';
import { sweepDeletedWebhooks } from './delete-webhook.ts';
import { forgetOldDeliveries } from './delivery-store.ts';
import { bindWebhooks } from './routes.ts';
import { startSending } from './start-sending.ts';
import { sweepTaskWebhooks } from './task-webhooks.ts';

export const webhooks: Slice = {
  sessionTables: [
    // A concurrent transaction that still saw the session may write more rows, so these are deleted after the session.
    { name: 'webhook', atOnce: 'after the session', later: { key: [] } },
    { name: 'webhook_subscription', atOnce: 'after the session', later: { key: [] } },
    { name: 'delivery', later: { key: ['id'] } },
  ],
  backgroundJobs: (background) => [
    sweepJob(background, 'sweeping webhooks of ended tasks', sweepTaskWebhooks),
    sweepJob(background, 'sweeping deleted webhooks', sweepDeletedWebhooks),
    sweepJob(background, 'sweeping old deliveries', (tx) => forgetOldDeliveries(tx, background.webhookKeepMs)),
  ],
  start: startSending,
  bind: bindWebhooks,
};
