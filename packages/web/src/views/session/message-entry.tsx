import { Quote } from '../../content/quote.tsx';
import { Said, type SaidEvent } from '../../content/said.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Receipts } from './receipts.tsx';
import { useShown } from './shown.ts';
import type { Message } from '@pairspace/protocol';
import { useSetting } from '../../content/setting.ts';
import { baseUrl } from '../../model/service.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { maySpeak } from './guide.tsx';
import { IconButton, Button } from '../../ui/button.tsx';
import { plural } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import { calling } from '../../lib/calling.ts';

/** Leads from a message to its thread. */
const ThreadLink = ({ message }: { message: Message }) => {
  const { feed, moment, show } = useShown();
  useStore(feed.positions);
  const replies = feed.events.repliesTo(message.id).filter(({ seq }) => !moment.isPast || seq <= moment.seq);
  if (replies.length === 0) return null;
  return (
    <Button
      class="link small"
      act={calling(show, { panel: 'thread', open: message.id })}
      says={plural(replies.length, 'reply', 'replies')}
    />
  );
};

/** The actions on a message. */
const MessageTools = ({ message }: { message: Message }) => {
  const { feed, moment } = useShown();
  return (
    <span class="message-tools">
      <CopyButton label="Copy the text" text={message.content} />
      <CopyButton
        label="Copy a link"
        icon="link"
        text={`${baseUrl}/${useSetting().hrefOf({ seq: message.seq }) ?? ''}`}
      />
      {maySpeak(feed, moment) && (
        <IconButton
          label="Reply"
          title="Reply"
          icon="reply"
          size={14}
          act={() => {
            feed.reply.answer(message);
          }}
        />
      )}
    </span>
  );
};

/** A longer message is cut until somebody asks for the rest. */
const cutCharacters = 4000;

interface MessageEntryProps {
  event: SaidEvent;
  isContinuation: boolean;
  /** Whether the entry stands in a thread, below the message to which it replies. */
  isInThread?: boolean;
}

/** A message on the page, with its receipts and the link to its replies. */
export const MessageEntry = ({ event, isContinuation, isInThread = false }: MessageEntryProps) => {
  const { feed, moment } = useShown();
  const message = event.data;
  return (
    <Said event={event} isContinuation={isContinuation}>
      <MessageTools message={message} />
      {message.replyTo !== null && !isInThread && <Quote of={feed.events.messageById(message.replyTo)} />}
      <Markdown text={message.content} agents={moment.state.seats} cutAt={cutCharacters} />
      {!isInThread && <ThreadLink message={message} />}
      {!moment.isPast && event.actor.kind !== 'system' && <Receipts message={message} />}
    </Said>
  );
};
