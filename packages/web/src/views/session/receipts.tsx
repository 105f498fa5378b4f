import { handedOver, type Message, visibleLine } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { receiptState, recipientsOf, sayReceipts } from '../../lib/receipts.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useStore } from '../../lib/use-store.ts';
import { Failure } from '../../ui/failure.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

const Details = ({ message, says }: { message: Message; says: string }) => {
  const { client, sessionId } = useFeed();
  const loaded = useLoaded(
    (signal) => client.listReceipts({ sessionId, messageId: message.id, limit: 200 }, { signal }),
    [message.id, says],
  );
  if (loaded.why !== '') return <Failure why={loaded.why} />;
  return (
    <ul class="plain receipt-list small">
      {loaded.value?.items.map(({ agentId, agentName, state, at, via }) => (
        <li key={agentId}>
          <Name>{agentName}</Name>
          <span class="receipt dim" data-state={state}>
            {state === 'queued'
              ? 'not delivered yet'
              : state === 'offered'
                ? handedOver(visibleLine(agentName), via)
                : state}
          </span>
          <span class="faint">
            {at !== null && <When at={at} />}
            {via !== null && (
              <>
                {' '}
                via <Name>{via}</Name>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** The receipts of a message: how far the message has come with each recipient. */
export const Receipts = ({ message }: { message: Message }) => {
  const feed = useFeed();
  const [isOpen, setOpen] = useState(false);
  useStore(feed.positions);
  const seats = feed.state.seats;
  const recipients = recipientsOf(message, [...seats.keys()]);
  if (!feed.positions.isKnown || recipients.length === 0) return null;
  const isOpenEnded = feed.state.session?.status !== 'completed';
  const isOverdue =
    feed.events.isOverdue(message.seq) && recipients.some((id) => feed.positions.of(id).readSeq < message.seq);
  const isShown = isOpenEnded && (message.authorAgentId === null || isOverdue);
  const answered = feed.events.answeredBy(message.id);
  const says = sayReceipts(
    new Map(
      recipients.map((id) => [
        visibleLine(seats.get(id)?.agentName ?? id),
        receiptState(message.seq, feed.positions.of(id), answered.has(id)),
      ]),
    ),
  );
  return (
    <>
      <Button
        class={isShown || isOpen ? 'receipts' : 'receipts is-quiet'}
        aria-expanded={isOpen}
        act={calling(setOpen, !isOpen)}
      >
        {says}
      </Button>
      {isOpen && <Details message={message} says={says} />}
    </>
  );
};
