import type { Event, Phrase, JobSummary, Note } from '@pairspace/protocol';
import { Component } from 'preact';
import { EntryFrame } from '../../content/entry-frame.tsx';
import { Fact } from '../../content/fact.tsx';
import { count, plural, duration } from '../../lib/format.ts';
import { MessageEntry } from './message-entry.tsx';
import { type Shown, ShownContext, useMoment, useFeed } from './shown.ts';
import { TargetLink } from '../../content/target-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Named } from '../../ui/who.tsx';
import { SeqLink } from '../../content/seq-link.tsx';
import { JobCard } from '../../content/job-card.tsx';
import { useNow } from '../../lib/use-now.ts';
import { JobProgressBar } from './job-progress.tsx';
import { Untaken } from './untaken.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import { isMissing } from '../../model/service.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { noteVersion } from './note-versions.ts';

/** The changes that a version of a note has made; the text itself for the first version. */
const NoteChange = ({ note }: { note: Note }) => {
  const moment = useMoment();
  const feed = useFeed();
  const before = useLoaded(
    () => (note.version === 1 ? Promise.resolve('') : noteVersion(feed, note.id, note.version - 1)),
    [feed, note.id, note.version],
  );
  if (note.content === '') return null;
  if (note.version === 1)
    return (
      <div class="card card-text">
        <Markdown text={note.content} agents={moment.state.seats} cutAt={600} />
      </div>
    );
  if (isMissing(before.error)) return <p class="faint small">The version before is not there any more.</p>;
  return (
    <div class="card">
      <Failure why={before.why} />
      {before.value === undefined ? null : <DiffView before={before.value} after={note.content} />}
    </div>
  );
};

const RunningFor = ({ since }: { since: string }) => {
  const now = useNow(1000);
  return <>{duration(Math.max(0, now - Date.parse(since)))}</>;
};

/** The card of a job in its present state, at the entry that submitted the job. */
const LiveJobCard = ({ job }: { job: JobSummary }) => {
  const moment = useMoment();
  const newest = moment.state.jobs.get(job.id) ?? job;
  const { status, startedAt } = newest;
  return (
    <JobCard job={{ ...newest, outputCount: newest.outputs.length }}>
      {status === 'running' && startedAt !== null && (
        <span class="dim">
          <RunningFor since={startedAt} />
        </span>
      )}
      <Untaken job={newest} />
      <JobProgressBar job={newest} />
    </JobCard>
  );
};

interface UnreadRunProps {
  event: Extract<Event, { event: 'message.unread' }>;
  run: readonly Event[];
}

/** Mentions that one agent has not read, as one line. */
const UnreadRun = ({ event, run }: UnreadRunProps) => {
  const moment = useMoment();
  const { agentId } = event.data;
  return (
    <div class="fact who-service">
      <span class="fact-icon">
        <Icon name="bell" size={15} />
      </span>
      <details class="unread-run">
        <summary>
          <Named as="b" name={moment.state.seats.get(agentId)?.agentName ?? agentId} /> has{' '}
          {plural(run.length, 'unread mention')}
        </summary>
        <SeqLink seq={event.seq} />{' '}
        {run.map(
          (entry) =>
            entry.event === 'message.unread' && (
              <TargetLink key={entry.data.seq} to={{ seq: entry.data.seq }} class="link">
                #{entry.data.seq}
              </TargetLink>
            ),
        )}
      </details>
    </div>
  );
};

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
