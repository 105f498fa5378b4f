import type { Message } from '@pairspace/protocol';
import { plainText } from '../../lib/describe-event.ts';
import { visibleLine } from '../../lib/visible.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { When } from '../../ui/when.tsx';
import { Avatar, Name } from '../../ui/who.tsx';
import type { EntryProps } from './entry-props.ts';
import type { Shared } from './place.ts';
import { Receipts } from './receipts.tsx';
import { SeqLink } from './seq-link.tsx';
import { ThreadLink } from './thread-link.tsx';
import { shadeOfActor } from './shade-of-actor.ts';

/** A longer message is cut until somebody asks for the rest. */
const cutCharacters = 4000;
const quotedCharacters = 140;

const tones: Readonly<Record<string, string>> = { handoff: 'wait', question: 'wait', conflict: 'bad', error: 'bad' };

/** What a message answers, as one line that leads there. */
const Quote = ({ shared, id }: { shared: Shared; id: string }) => {
  const found = shared.feed.events.messageById(id);
  if (!found) return <p class="quote faint">in answer to an earlier message</p>;
  return (
    <button
      type="button"
      class="quote"
      onClick={() => {
        shared.show({ seq: found.seq });
      }}
    >
      <b>
        <Name>{found.authorName}</Name>
      </b>{' '}
      <span class="cut" dir="auto">
        {visibleLine(found.content.slice(0, quotedCharacters).replace(/\s+/g, ' '))}
      </span>
      <span class="num faint">#{found.seq}</span>
    </button>
  );
};

interface MessageEntryProps extends Pick<EntryProps, 'shared' | 'event' | 'isSequel'> {
  /** What it replies to stands above it. */
  isInThread?: boolean;
}

export const MessageEntry = ({ shared, event, isSequel, isInThread = false }: MessageEntryProps) => {
  const message = event.data as Message;
  const isPerson = event.actor.kind === 'observer';
  return (
    <div class={`said ${shadeOfActor(event, shared)}`}>
      {isSequel ? (
        <span class="said-time faint">
          <When at={event.timestamp} />
        </span>
      ) : (
        <Avatar name={message.authorName} shade={shadeOfActor(event, shared)} />
      )}
      {!isSequel && (
        <header class="said-head">
          <b class="author">
            <Name title={event.actor.id}>{message.authorName}</Name>
          </b>
          {isPerson && (
            <span class="tag" data-tone="person">
              person
            </span>
          )}
          {message.msgType !== 'chat' && (
            <span class="tag" data-tone={tones[message.msgType]}>
              {plainText([message.msgType])}
            </span>
          )}
          <span class="faint small">
            <When at={event.timestamp} />
          </span>
        </header>
      )}
      <SeqLink shared={shared} seq={event.seq} />
      <div class="said-body">
        {message.replyTo !== null && !isInThread && <Quote shared={shared} id={message.replyTo} />}
        <Markdown text={message.content} agents={shared.moment.state.seats} cutAt={cutCharacters} />
        {!isInThread && <ThreadLink shared={shared} message={message} />}
        {!shared.moment.isPast && event.actor.kind !== 'system' && <Receipts shared={shared} message={message} />}
      </div>
    </div>
  );
};
