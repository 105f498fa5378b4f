import type { Event } from '@pairspace/protocol';
import { Component } from 'preact';
import { EntryFrame } from '../../content/entry-frame.tsx';
import { Fact } from '../../content/fact.tsx';
import { LiveJobCard } from './live-job-card.tsx';
import { MessageEntry } from './message-entry.tsx';
import { NoteChange } from './note-change.tsx';
import type { PanelProps } from './place.ts';
import { UnreadRun } from './unread-run.tsx';

/** An entry of the log in the form for display. */
interface EntryProps {
  shared: PanelProps;
  event: Event;
  isContinuation: boolean;
  isSelected: boolean;
}

const Body = (props: EntryProps) => {
  const { shared, event } = props;
  if (event.event === 'message.created') return <MessageEntry {...props} event={event} />;
  if (event.event === 'note.created' || event.event === 'note.updated')
    return (
      <Fact event={event}>
        <NoteChange shared={shared} note={event.data} />
      </Fact>
    );
  if (event.event === 'job.updated' && event.data.status === 'pending')
    return (
      <Fact event={event}>
        <LiveJobCard shared={shared} job={event.data} />
      </Fact>
    );
  if (event.event === 'message.unread') return <UnreadRun shared={shared} event={event} />;
  return <Fact event={event} before={shared.feed.events.sessionBefore(event.seq)} />;
};

const LiveEntry = (props: EntryProps) => (
  <EntryFrame
    event={props.event}
    isContinuation={props.isContinuation}
    data-seq={props.event.seq}
    data-selected={props.isSelected}
    aria-posinset={props.event.seq}
    aria-setsize={props.shared.moment.seq}
  >
    <Body {...props} />
  </EntryFrame>
);

const looksAlike = (before: EntryProps, after: EntryProps): boolean =>
  before.event === after.event &&
  before.isSelected === after.isSelected &&
  before.isContinuation === after.isContinuation &&
  before.shared.place.panel === after.shared.place.panel &&
  before.shared.place.at === after.shared.place.at &&
  before.shared.moment.state.seats.size === after.shared.moment.state.seats.size &&
  after.event.event !== 'session.updated' &&
  (after.event.event !== 'job.updated' || before.shared.moment.state.jobs === after.shared.moment.state.jobs);

/**
 * An entry never changes: it is rendered anew only when who is in the session has changed, or where it points. A job stands
 * as it is now, and a change of the session is told once the log before it is known. A class says so without the
 * compatibility layer of the library.
 */
export class Entry extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    return !looksAlike(this.props, next);
  }

  override render() {
    return <LiveEntry {...this.props} />;
  }
}
