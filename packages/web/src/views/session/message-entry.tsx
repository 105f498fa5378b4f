import { Quote } from '../../content/quote.tsx';
import { Said, type SaidEvent } from '../../content/said.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MessageTools } from './message-tools.tsx';
import { Receipts } from './receipts.tsx';
import { ThreadLink } from './thread-link.tsx';
import { useShown } from './shown.ts';

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
