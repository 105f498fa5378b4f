import { type DeliveryState, type ListedWebhook, visibleLine } from '@pairspace/protocol';
import { deliveryLooks, describeDelivery } from '../../lib/describe-delivery.ts';
import { useAction } from '../../lib/use-action.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useRefresh } from '../../lib/use-refresh.ts';
import { Failure } from '../../ui/failure.tsx';
import { When } from '../../ui/when.tsx';
import { PanelHead } from './panel-head.tsx';
import { SeqLink } from '../../content/seq-link.tsx';
import { healthOf } from './webhooks.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed, usePlace } from './shown.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

const everyMs = 5000;
const shown = 50;

type Act = (act: () => Promise<unknown>) => void;

interface RowProps {
  delivery: DeliveryState;
  act: Act;
}

/** A delivery: its state, and the button that sends it again. */
const DeliveryRow = ({ delivery, act }: RowProps) => {
  const feed = useFeed();
  const { id, webhookId, event, seq, status, createdAt } = delivery;
  const [says, tone] = deliveryLooks[status];
  return (
    <li class="delivery">
      <span class="cut">
        <span class="mono small">{event}</span> {seq !== null && <SeqLink seq={seq} />}
      </span>
      <span class="pill" data-tone={tone}>
        {says}
      </span>
      <small class="dim">
        <When at={createdAt} /> · {describeDelivery(delivery)}
      </small>
      {status !== 'cancelled' && (
        <Button
          class="link small"
          act={calling(act, () => feed.client.redeliver({ webhookId, deliveryId: id }))}
          says="Send again"
        />
      )}
    </li>
  );
};

const Actions = ({ webhook, act }: { webhook: ListedWebhook; act: Act }) => {
  const { show } = usePlace();
  const { client } = useFeed();
  const { id: webhookId, active } = webhook;
  return (
    <div class="actions">
      <Button act={calling(act, () => client.pingWebhook({ webhookId }))}>Send a test</Button>
      <Button
        act={calling(act, () => client.updateWebhook({ webhookId, active: !active }))}
        says={active ? 'Switch off' : 'Switch on'}
      />
      <Button
        class="button danger"
        act={calling(act, async () => {
          await client.deleteWebhook({ webhookId });
          show({ panel: 'more', open: undefined });
        })}
      >
        Delete
      </Button>
    </div>
  );
};

const Deliveries = ({ deliveries, ...row }: Omit<RowProps, 'delivery'> & { deliveries: readonly DeliveryState[] }) => (
  <>
    <h3 class="label">Deliveries</h3>
    {deliveries.length === 0 && <p class="small dim">None yet.</p>}
    <ul class="plain deliveries">
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} {...row} />
      ))}
    </ul>
  </>
);

const AboutWebhook = ({ webhook: { id, url, events, hasSecret } }: { webhook: ListedWebhook }) => (
  <>
    <p class="mono small webhook-url" dir="ltr">
      {visibleLine(url ?? id)}
    </p>
    <p class="small dim">
      {events.join(', ')}. {hasSecret === true ? 'Signed.' : 'Not signed.'}
    </p>
  </>
);

const readWebhook = async ({ client }: SessionFeed, webhookId: string, signal: AbortSignal) => {
  const [webhook, { items }] = await Promise.all([
    client.getWebhook({ webhookId }, { signal }),
    client.listDeliveries({ webhookId, limit: shown }, { signal }),
  ]);
  return { webhook, deliveries: items };
};

/** A webhook: its receiver, its state, and its deliveries, newest first. */
export const WebhookView = ({ webhookId }: { webhookId: string }) => {
  const feed = useFeed();
  const [turn, renew] = useRefresh(everyMs);
  const { why, run } = useAction();
  const { value, ...loaded } = useLoaded((signal) => readWebhook(feed, webhookId, signal), [webhookId, turn]);
  const act: Act = (call) => {
    run(() => call().then(renew));
  };
  const health = value && healthOf(value.webhook);
  return (
    <div class="panel-open stack">
      <PanelHead title="Webhook">
        {health && (
          <span class="pill" data-tone={health[1]}>
            {health[0]}
          </span>
        )}
      </PanelHead>
      <div class="panel-scroll" tabIndex={0} role="region" aria-label="Webhook">
        <Failure why={loaded.why} />
        {value && (
          <>
            <AboutWebhook webhook={value.webhook} />
            <Actions webhook={value.webhook} act={act} />
            <Failure why={why} />
            <Deliveries deliveries={value.deliveries} act={act} />
          </>
        )}
      </div>
    </div>
  );
};
