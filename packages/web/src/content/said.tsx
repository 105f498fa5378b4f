import { type Event, visibleLine } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { nameOfActor } from '../lib/person-name.ts';
import { When } from '../ui/when.tsx';
import { Avatar, Named } from '../ui/who.tsx';
import { SeqLink } from './seq-link.tsx';
import { shadeOfActor } from '@pairspace/protocol/site';

export type SaidEvent = Extract<Event, { event: 'message.created' }>;

const tones: Readonly<Record<string, string>> = { handoff: 'wait', question: 'wait', conflict: 'bad', error: 'bad' };

const Head = ({ event }: { event: SaidEvent }) => {
  const { msgType } = event.data;
  return (
    <header class="said-head">
      <Named
        as="b"
        class="author"
        title={event.actor.id}
        name={nameOfActor({ kind: event.actor.kind, name: event.data.authorName })}
      />
      {event.actor.kind === 'observer' && (
        <span class="tag" data-tone="person">
          person
        </span>
      )}
      {msgType !== 'chat' && (
        <span class="tag" data-tone={tones[msgType]}>
          {visibleLine(msgType)}
        </span>
      )}
      <span class="faint small">
        <When at={event.timestamp} />
      </span>
    </header>
  );
};

interface SaidProps {
  event: SaidEvent;
  /** The entry continues the one before, so its author is not repeated. */
  isContinuation: boolean;
  /** The message, with the elements that belong to it. */
  children: ComponentChildren;
}

/** A message with its author. */
export const Said = ({ event, isContinuation, children }: SaidProps) => {
  const shade = shadeOfActor(event.actor);
  return (
    <div class={`said ${shade}`}>
      {isContinuation ? (
        <span class="said-time faint">
          <When at={event.timestamp} />
        </span>
      ) : (
        <Avatar name={nameOfActor({ kind: event.actor.kind, name: event.data.authorName })} shade={shade} />
      )}
      {!isContinuation && <Head event={event} />}
      <SeqLink seq={event.seq} />
      <div class="said-body">{children}</div>
    </div>
  );
};
