import { ago, plural } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useNow } from '../../lib/use-now.ts';
import { findWaiting, type OpenRequest } from '../../lib/waiting.ts';
import { Name } from '../../ui/who.tsx';
import { Asked } from './asked.tsx';
import type { PanelProps } from './place.ts';
import { useSilence } from './use-silence.ts';

const readEvents = 400;
/** A question is no news while the other may still be reading it. */
const patienceMs = 30_000;

const Nobody = ({ since, now }: { since: string; now: number }) => (
  <span class="notice-fact">
    <b>Nobody is there</b>: <span class="wide-only">all agents have </span>gone silent
    <span class="wide-only">, the last</span> {ago(since, now)} ago
  </span>
);

const GoneSilent = ({ waiting, feed, now }: { waiting: OpenRequest; feed: PanelProps['feed']; now: number }) => {
  const presence = feed.presence.get(waiting.agentId);
  if (presence?.status !== 'offline' || presence.lastSeenAt === null) return null;
  return <b> · gone silent {ago(presence.lastSeenAt, now)} ago</b>;
};

const ShowEntry = ({ shared: { place, show }, seq }: { shared: PanelProps; seq: number }) => {
  const isNarrow = useIsNarrow();
  return (
    <button
      type="button"
      class="button"
      aria-label={`Show #${String(seq)}`}
      onClick={() => {
        show({ seq, panel: isNarrow ? undefined : place.panel });
      }}
    >
      <span class="wide-only">Show</span> #{seq}
    </button>
  );
};

/** The agents that wait for others, and a note if nobody is there. */
export const Attention = (shared: PanelProps) => {
  const { feed, moment } = shared;
  const now = useNow(5000);
  const silence = useSilence(shared);
  const { session, seats } = moment.state;
  if (session?.status !== 'active' && session?.status !== 'waiting') return null;
  const waiting = findWaiting(feed.events.tail(readEvents), [...seats.keys()]);
  const late = waiting.filter(({ since }) => now - Date.parse(since) >= patienceMs);
  const [first] = late;
  if (!first && silence === undefined) return null;
  return (
    <div class="notice" data-tone="wait" role="status">
      <span class="notice-says">
        {silence !== undefined && <Nobody since={silence} now={now} />}
        {silence !== undefined && first && <span class="wide-only"> · </span>}
        {first && (
          <span class="notice-fact">
            <b>
              <Name>{seats.get(first.agentId)?.agentName ?? first.agentId}</Name> has to answer
            </b>{' '}
            <Asked waiting={first} feed={feed} now={now} />
            {silence === undefined && <GoneSilent waiting={first} feed={feed} now={now} />}
            {late.length > 1 && <span class="dim"> · and {plural(late.length - 1, 'more agent')}</span>}
          </span>
        )}
      </span>
      {first && <ShowEntry shared={shared} seq={first.seq} />}
    </div>
  );
};
