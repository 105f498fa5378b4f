import { type ListedWebhook, visibleLine } from '@pairspace/protocol';
import { tokensOf } from '../../model/kept-tokens.ts';
import type { SessionFeed } from '../../model/session-feed.ts';
import { plural } from '../../lib/format.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useOpen } from '../../lib/use-open.ts';
import { useRefresh } from '../../lib/use-refresh.ts';
import { Failure } from '../../ui/failure.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeed, usePlace } from './shown.ts';

const everyMs = 10_000;

/** The health of a webhook in words, and its tone (`data-tone`). */
export const healthOf = ({ active, lastDelivery }: ListedWebhook): readonly [says: string, tone: string] => {
  if (!active) return ['off', ''];
  if (!lastDelivery) return ['nothing sent yet', 'wait'];
  return lastDelivery.status === 'delivered' ? ['delivers', 'live'] : ['fails', 'bad'];
};

const WebhookRow = ({ webhook }: { webhook: ListedWebhook }) => {
  const { show } = usePlace();
  const [says, tone] = healthOf(webhook);
  return (
    <li>
      <Button
        class="panel-row job-row"
        act={() => {
          show({ panel: 'webhook', open: webhook.id });
        }}
      >
        <span class="cut mono small" dir="ltr">
          {webhook.url === undefined ? webhook.id : visibleLine(webhook.url)}
        </span>
        <span class="pill" data-tone={tone}>
          {says}
        </span>
        <small class="cut">
          {plural(webhook.events.length, 'kind')} of events
          {webhook.hasSecret === true && ', signed'}
          {webhook.failedDeliveries !== undefined &&
            webhook.failedDeliveries > 0 &&
            `, ${plural(webhook.failedDeliveries, 'delivery', 'deliveries')} given up`}
        </small>
      </Button>
    </li>
  );
};

/** Polls the webhooks of the session, and reads them again when `renew` is called. */
const useWebhooks = ({ client, sessionId }: SessionFeed, hasToken: boolean) => {
  const [turn, renew] = useRefresh(everyMs);
  const loaded = useLoaded(
    async (signal) => (hasToken ? (await client.listWebhooks({ sessionId, limit: 100 }, { signal })).items : []),
    [sessionId, hasToken, turn],
  );
  return { loaded, renew };
};

/** The receivers of this session's events, for holders of its tokens. */
export const Webhooks = () => {
  const feed = useFeed();
  const { agent, observer } = tokensOf(feed.sessionId);
  const hasToken = (agent ?? observer) !== undefined;
  const [isAdding, add, endAdd] = useOpen();
  const { loaded, renew } = useWebhooks(feed, hasToken);
  if (!hasToken) return null;
  const webhooks = loaded.value;
  const close = (): void => {
    endAdd();
    renew();
  };
  return (
    <section>
      <h2 class="label">Webhooks</h2>
      <Failure why={loaded.why} />
      {webhooks?.length === 0 && <p class="small dim">No events of this session are sent anywhere.</p>}
      {webhooks && webhooks.length > 0 && (
        <ul class="plain webhook-list">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <div class="actions">
        <Button act={add}>Add a webhook</Button>
      </div>
      {isAdding && <AddWebhook onClose={close} />}
    </section>
  );
};
