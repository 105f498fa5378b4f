import { until } from '@pairspace/testkit/until';
import type { DeliveryState, Webhook } from '@pairspace/protocol';
import type { TestApp } from './test-app.ts';

interface WebhookBody {
  url: string;
  events?: string[];
  secret?: string;
  sessionId?: string;
}

/** A webhook with functions for tests. */
export interface TestWebhook {
  id: string;
  created: Webhook;
  read: () => Promise<Webhook>;
  set: (active: boolean) => Promise<Webhook>;
  deliveries: () => Promise<DeliveryState[]>;
  /** Waits until every delivery so far has ended, or waits for another attempt. */
  settled: () => Promise<DeliveryState[]>;
}

/** Registers a webhook; `token` decides about its owner. */
export const aWebhook = async (
  app: TestApp,
  { events = ['message.created'], ...body }: WebhookBody,
  token?: string,
): Promise<TestWebhook> => {
  const answer = await app.request<Webhook>('POST', '/api/webhooks', { token, body: { events, ...body } });
  if (answer.status !== 201) throw new Error(`The webhook was refused: ${answer.error.message}`);
  const created = answer.data;
  const path = `/api/webhooks/${created.id}`;
  const deliveries = async (): Promise<DeliveryState[]> =>
    (await app.request<{ items: DeliveryState[] }>('GET', `${path}/deliveries?limit=200`, { token })).data.items;
  return {
    id: created.id,
    created,
    read: async () => (await app.request<Webhook>('GET', path, { token })).data,
    set: async (active) => (await app.request<Webhook>('PATCH', path, { token, body: { active } })).data,
    deliveries,
    settled: () =>
      until(async () => {
        const all = await deliveries();
        const now = new Date(app.clock.now()).toISOString();
        const due = all.filter(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now);
        if (due.length > 0) throw new Error(`${String(due.length)} are due`);
        return all;
      }),
  };
};
