import { describeEvent, type Event, type JobStatus, type Phrase, type PublicSession } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { lookOf } from '../lib/event-looks.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { When } from '../ui/when.tsx';
import { Name, Named } from '../ui/who.tsx';
import { TargetLink } from './target-link.tsx';
import { SeqLink } from './seq-link.tsx';
import { useSetting } from './setting.ts';
import { shadeOfActor } from '@pairspace/protocol/site';

const jobIcons: Readonly<Record<JobStatus, IconName>> = {
  pending: 'clock',
  running: 'clock',
  completed: 'check',
  failed: 'close',
  cancelled: 'close',
};

const iconOf = ({ event, data }: Event): IconName => {
  if (event === 'job.updated') return jobIcons[data.status];
  return event === 'session.joined' ? 'plus' : lookOf(event).icon;
};

/** The words of an entry. A name in them is a link to the named thing, where the thing has a place. */
const Words = ({ phrase }: { phrase: Phrase }) => {
  const { hrefOf, show } = useSetting();
  return (
    <>
      {phrase.map((part, index) => {
        if (typeof part === 'string') return part;
        const isPath = part.to !== undefined && 'file' in part.to;
        const name = <Name dir={isPath ? 'ltr' : undefined}>{'words' in part ? part.words : part.chosen}</Name>;
        const isLed = part.to !== undefined && (show !== undefined || hrefOf(part.to) !== undefined);
        return isLed ? (
          <TargetLink key={index} to={part.to} class="link">
            {name}
          </TargetLink>
        ) : (
          <b key={index}>{name}</b>
        );
      })}
    </>
  );
};

interface FactProps {
  event: Event;
  /** The session before the event, for the words on what the event has changed. */
  before?: PublicSession | undefined;
  /** The sentence, if the entry stands for other entries too. */
  phrase?: Phrase;
  children?: ComponentChildren;
}

/** An entry that is not a message: one line, and its details below the line. */
export const Fact = ({ event, before, phrase = describeEvent(event, before), children }: FactProps) => (
  <div class={`fact ${shadeOfActor(event.actor)}`}>
    <span class={event.event === 'job.updated' && event.data.status === 'failed' ? 'fact-icon is-bad' : 'fact-icon'}>
      <Icon name={iconOf(event)} size={15} />
    </span>
    <div class="fact-line">
      <span class="fact-words">
        <Named as="b" class="author" name={event.actor.name} /> <Words phrase={phrase} />
      </span>
      <span class="faint small">
        <When at={event.timestamp} />
      </span>
      <SeqLink seq={event.seq} />
    </div>
    {children}
  </div>
);
