import type { Event, JobStatus } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { describeEvent, type Part } from '../lib/describe-event.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { When } from '../ui/when.tsx';
import { Name } from '../ui/who.tsx';
import { Leads } from './leads.tsx';
import { SeqLink } from './seq-link.tsx';
import { useSetting } from './setting.ts';
import { shadeOfActor } from './shade.ts';

const jobIcons: Readonly<Record<JobStatus, IconName>> = {
  pending: 'clock',
  running: 'clock',
  completed: 'check',
  failed: 'close',
  cancelled: 'close',
};

const icons: readonly (readonly [string, IconName])[] = [
  ['message.unread', 'bell'],
  ['note.', 'note'],
  ['file.', 'file'],
  ['compute.', 'settings'],
  ['observer.', 'eye'],
  ['session.joined', 'plus'],
  ['session.', 'session'],
  ['agent.', 'agent'],
];

const iconOf = ({ event, data }: Event): IconName => {
  if (event === 'job.updated') return jobIcons[data.status];
  return icons.find(([prefix]) => event.startsWith(prefix))?.[1] ?? 'session';
};

/** The words of an entry; what they name leads to where it is. */
const Words = ({ parts }: { parts: readonly Part[] }) => {
  const { hrefOf, show } = useSetting();
  const isLed = (part: Exclude<Part, string>): boolean =>
    part.to !== undefined && (show !== undefined || hrefOf(part.to) !== undefined);
  return (
    <>
      {parts.map((part, index) => {
        if (typeof part === 'string') return part;
        const name = <Name>{part.chosen}</Name>;
        return isLed(part) ? (
          <Leads key={index} to={part.to} class="link">
            {name}
          </Leads>
        ) : (
          <b key={index}>{name}</b>
        );
      })}
    </>
  );
};

/** Everything that is not said: one line, and below it what belongs to it. */
export const Fact = ({ event, children }: { event: Event; children?: ComponentChildren }) => (
  <div class={`fact ${shadeOfActor(event.actor)}`}>
    <span class={event.event === 'job.updated' && event.data.status === 'failed' ? 'fact-icon is-bad' : 'fact-icon'}>
      <Icon name={iconOf(event)} size={15} />
    </span>
    <div class="fact-line">
      <span class="fact-words">
        {event.actor.kind !== 'system' && (
          <b class="author">
            <Name>{event.actor.name}</Name>
          </b>
        )}{' '}
        <Words parts={describeEvent(event)} />
      </span>
      <span class="faint small">
        <When at={event.timestamp} />
      </span>
      <SeqLink seq={event.seq} />
    </div>
    {children}
  </div>
);
