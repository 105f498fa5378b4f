import type { Event, Phrase } from '@pairspace/protocol';
import { Component } from 'preact';
import { EntryFrame } from '../../content/entry-frame.tsx';
import { Fact } from '../../content/fact.tsx';
import { count } from '../../lib/format.ts';
import { LiveJobCard } from './live-job-card.tsx';
import { MessageEntry } from './message-entry.tsx';
import { NoteChange } from './note-change.tsx';
import { type Shown, ShownContext } from './shown.ts';
import { UnreadRun } from './unread-run.tsx';

interface EntryProps {
  shown: Shown;
  event: Event;
  /** The run of entries for which this entry stands, oldest first. The last of them is the entry itself. */
  run: readonly Event[];
  isContinuation: boolean;
  isSelected: boolean;
  /** Whether a message has a reply button. */
  maySpeak: boolean;
}

const sayWritten = ({ data: { path, version } }: Extract<Event, { event: 'file.updated' }>, times: number): Phrase => [
  'wrote ',
  { chosen: path, to: { file: path } },
  ` ${count(times)} times, versions ${count(version - times + 1)}–${count(version)}`,
];

const Body = (props: EntryProps) => {
  const { shown, event, run } = props;
  if (event.event === 'message.created') return <MessageEntry {...props} event={event} />;
  if (event.event === 'note.created' || event.event === 'note.updated')
    return (
      <Fact event={event}>
        <NoteChange note={event.data} />
      </Fact>
    );
  if (event.event === 'job.updated' && event.data.status === 'pending')
    return (
      <Fact event={event}>
        <LiveJobCard job={event.data} />
      </Fact>
    );
  if (event.event === 'message.unread') return <UnreadRun {...props} event={event} />;
  if (event.event === 'file.updated' && run.length > 1)
    return <Fact event={event} phrase={sayWritten(event, run.length)} />;
  return <Fact event={event} before={shown.feed.events.sessionBefore(event.seq)} />;
};

const LiveEntry = (props: EntryProps) => (
  <EntryFrame
    event={props.event}
    isContinuation={props.isContinuation}
    data-seq={props.event.seq}
    data-selected={props.isSelected}
    aria-posinset={props.event.seq}
    aria-setsize={props.shown.moment.seq}
  >
    <Body {...props} />
  </EntryFrame>
);

const looksAlike = (before: EntryProps, after: EntryProps): boolean =>
  before.event === after.event &&
  before.run.length === after.run.length &&
  before.isSelected === after.isSelected &&
  before.isContinuation === after.isContinuation &&
  before.maySpeak === after.maySpeak &&
  before.shown.place.panel === after.shown.place.panel &&
  before.shown.place.at === after.shown.place.at &&
  before.shown.moment.state.seats.size === after.shown.moment.state.seats.size &&
  after.event.event !== 'session.updated' &&
  (after.event.event !== 'job.updated' || before.shown.moment.state.jobs === after.shown.moment.state.jobs);

/**
 * An entry of the log never changes, so it is rendered again only when its place in the view, the seats or the rights
 * of the reader have changed. Two kinds of entry change more often: a job shows its current state, and an update of the
 * session shows its differences after the earlier log was read. A class needs no `preact/compat`, unlike `memo`.
 */
export class Entry extends Component<EntryProps> {
  override shouldComponentUpdate(next: EntryProps): boolean {
    return !looksAlike(this.props, next);
  }

  override render() {
    return (
      <ShownContext.Provider value={this.props.shown}>
        <LiveEntry {...this.props} />
      </ShownContext.Provider>
    );
  }
}
