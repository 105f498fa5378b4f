import type { Event, JobStatus } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { describeEvent, type Part } from '../../lib/describe-event.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';
import type { EntryProps } from './entry-props.ts';
import { JobCard } from './job-card.tsx';
import { MessageEntry } from './message-entry.tsx';
import { NoteChange } from './note-change.tsx';
import type { Place, Shared } from './place.ts';
import { SeqLink } from './seq-link.tsx';
import { shadeOfActor } from './shade-of-actor.ts';

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

const target = (part: Exclude<Part, string>): Partial<Place> | undefined => {
  if (part.seq !== undefined) return { seq: part.seq };
  if (part.note !== undefined) return { panel: 'notes', open: part.note };
  if (part.file !== undefined) return { panel: 'files', open: part.file };
  return part.job === undefined ? undefined : { panel: 'jobs', open: part.job };
};

const Words = ({ shared, parts }: { shared: Shared; parts: readonly Part[] }) => (
  <>
    {parts.map((part, index) => {
      if (typeof part === 'string') return part;
      const to = target(part);
      const name = <Name>{part.chosen}</Name>;
      return to ? (
        <button
          type="button"
          key={index}
          class="link"
          onClick={() => {
            shared.show(to);
          }}
        >
          {name}
        </button>
      ) : (
        <b key={index}>{name}</b>
      );
    })}
  </>
);

/** Everything that is not said: one line, and below it what changed. */
const Fact = ({ shared, event, children }: { shared: Shared; event: Event; children?: ComponentChildren }) => (
  <div class={`fact ${shadeOfActor(event, shared)}`}>
    <span class="fact-icon">
      <Icon name={iconOf(event)} size={15} />
    </span>
    <div class="fact-line">
      <span class="fact-words">
        {event.actor.kind !== 'system' && (
          <b class="author">
            <Name>{event.actor.name}</Name>
          </b>
        )}{' '}
        <Words shared={shared} parts={describeEvent(event)} />
      </span>
      <span class="faint small">
        <When at={event.timestamp} />
      </span>
      <SeqLink shared={shared} seq={event.seq} />
    </div>
    {children}
  </div>
);

const Body = (props: EntryProps) => {
  const { shared, event } = props;
  if (event.event === 'message.created') return <MessageEntry {...props} />;
  if (event.event === 'note.created' || event.event === 'note.updated')
    return (
      <Fact shared={shared} event={event}>
        <NoteChange shared={shared} note={event.data} />
      </Fact>
    );
  if (event.event === 'job.updated' && event.data.status === 'pending')
    return (
      <Fact shared={shared} event={event}>
        <JobCard shared={shared} job={event.data} />
      </Fact>
    );
  return <Fact shared={shared} event={event} />;
};

const EntryFrame = (props: EntryProps) => (
  <article
    class={`entry${props.isSequel ? ' is-sequel' : ''}`}
    data-seq={props.event.seq}
    data-selected={props.isSelected}
    aria-posinset={props.event.seq}
    aria-setsize={props.shared.moment.seq}
    aria-label={`${String(props.event.seq)}, ${props.event.actor.name}`}
  >
    <Body {...props} />
  </article>
);

const changesWithTime = (event: Event): boolean => event.event === 'job.updated';

/** An entry never changes: it is rendered anew only when who is in the session has changed, or where it points. */
export const Entry = memo(
  EntryFrame,
  (before, after) =>
    before.event === after.event &&
    before.isSelected === after.isSelected &&
    before.isSequel === after.isSequel &&
    before.shared.place.panel === after.shared.place.panel &&
    before.shared.place.at === after.shared.place.at &&
    before.shared.moment.state.seats.size === after.shared.moment.state.seats.size &&
    (!changesWithTime(after.event) || before.shared.moment.state.jobs === after.shared.moment.state.jobs),
);
