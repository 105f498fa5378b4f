import type { Message } from '@pairspace/protocol';
import { useEffect } from 'preact/hooks';
import { useLoaded } from '../../lib/use-loaded.ts';
import type { SessionFeed } from '../../model/session-feed.ts';
import { Failure } from '../../ui/failure.tsx';
import { Guide } from './guide.tsx';
import { MessageEntry } from './message-entry.tsx';
import { PanelHead } from './panel-head.tsx';
import { useShown } from './shown.ts';

/** The number of entries after the first message of a thread in which replies are searched for. */
const searchedEntries = 2000;
const mostMessages = 300;

const readFirst = async (feed: SessionFeed, messageId: string, signal: AbortSignal): Promise<Message> => {
  const { client, sessionId } = feed;
  return feed.events.messageById(messageId) ?? (await client.getMessage({ sessionId, messageId }, { signal }));
};

/** A message, its replies, and the replies to its replies, in the order of the log. */
const threadOf = ({ events }: SessionFeed, first: Message, until: number): Message[] => {
  const found = new Map([[first.id, first]]);
  // The loop also visits keys that are added while it runs, so replies to replies are found as well.
  for (const id of found.keys())
    for (const reply of events.repliesTo(id))
      if (reply.seq <= until && found.size < mostMessages) found.set(reply.id, reply);
  return [...found.values()].sort((a, b) => a.seq - b.seq);
};

/** A thread: a message and all replies to it. */
export const ThreadPanel = ({ messageId }: { messageId: string }) => {
  const { feed, moment } = useShown();
  const first = useLoaded((signal) => readFirst(feed, messageId, signal), [feed, messageId]);
  const since = first.value?.seq;
  useEffect(
    () => (since === undefined ? undefined : feed.events.pin(since, since + searchedEntries, 0)),
    [feed, since],
  );
  const messages = first.value ? threadOf(feed, first.value, moment.seq) : [];
  const searchedTo = (since ?? 0) + searchedEntries;
  return (
    <div class="panel-open stack">
      <PanelHead title="Thread" />
      <div class="panel-scroll thread" tabIndex={0} role="region" aria-label="Thread">
        <Failure why={first.why} />
        {messages.map(({ seq }) => {
          const event = feed.events.get(seq);
          return (
            event?.event === 'message.created' && (
              <MessageEntry key={seq} event={event} isContinuation={false} isInThread />
            )
          );
        })}
        {first.value && moment.seq > searchedTo && (
          <p class="faint small">Replies among the entries after #{searchedTo} are shown when the page holds them.</p>
        )}
      </div>
      {first.value && <Guide thread={first.value} />}
    </div>
  );
};
