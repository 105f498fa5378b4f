import { Quote } from '../../content/quote.tsx';
import { Said, type SaidEvent } from '../../content/said.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MessageTools } from './message-tools.tsx';
import type { PanelProps } from './place.ts';
import { Receipts } from './receipts.tsx';
import { ThreadLink } from './thread-link.tsx';

/** A longer message is cut until somebody asks for the rest. */
const cutCharacters = 4000;

interface MessageEntryProps {
  shared: PanelProps;
  event: SaidEvent;
  isContinuation: boolean;
  /** Whether the entry stands in a thread, below the message to which it replies. */
  isInThread?: boolean;
}

/** A message on the page, with its receipts and the link to its replies. */
export const MessageEntry = ({ shared, event, isContinuation, isInThread = false }: MessageEntryProps) => {
  const message = event.data;
  return (
    <Said event={event} isContinuation={isContinuation}>
      <MessageTools shared={shared} message={message} />
      {message.replyTo !== null && !isInThread && <Quote of={shared.feed.events.messageById(message.replyTo)} />}
      <Markdown text={message.content} agents={shared.moment.state.seats} cutAt={cutCharacters} />
      {!isInThread && <ThreadLink shared={shared} message={message} />}
      {!shared.moment.isPast && event.actor.kind !== 'system' && <Receipts shared={shared} message={message} />}
    </Said>
  );
};
