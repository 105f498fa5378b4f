import { sweepJob } from '../background-job.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import type { Slice } from '../slice.ts';
import { sweepDeletedWebhooks } from './delete-webhook.ts';
import { forgetOldDeliveries } from './delivery-store.ts';
import { bindWebhooks } from './routes.ts';
import { startSending } from './start-sending.ts';
import { sweepTaskWebhooks } from './task-webhooks.ts';

/** The rate is low, because each ping stays in the list for days. */
const pingRate = { count: 60, windowMs: 60 * 60_000 };
/** The rate is limited, because a redelivery sends a whole event again. */
const redeliveryRate = { count: 60, windowMs: 60_000 };

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
  bind(service) {
    bindWebhooks({
      ...service,
      rules: { access: service.webhookAccess, ownedByAddress: service.isExposed },
      scheduleMs: service.webhookScheduleMs.at(-1) ?? 0,
      pings: new RateLimit('pings of this webhook', service.requestRate === 'off' ? 'off' : pingRate),
      redeliveries: new RateLimit(
        'redeliveries of this webhook',
        service.requestRate === 'off' ? 'off' : redeliveryRate,
      ),
    });
  },
};
