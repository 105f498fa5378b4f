import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { findWaiting } from '../../lib/waiting.ts';
import { Name } from '../../ui/who.tsx';
import type { Shared } from './place.ts';

const readEvents = 400;
/** A question is no news while the other may still be reading it. */
const patienceMs = 30_000;

/** Who waits for whom. */
export const Attention = ({ feed, moment, place, show }: Shared) => {
  const now = useNow(5000);
  const { session } = moment.state;
  if (session?.status !== 'active' && session?.status !== 'waiting') return null;
  const waiting = findWaiting(feed.events.tail(readEvents), [...moment.state.seats.keys()]);
  const late = waiting.filter(({ since }) => now - Date.parse(since) >= patienceMs);
  const [first] = late;
  if (!first) return null;
  const name = moment.state.seats.get(first.agentId)?.agentName ?? first.agentId;
  const { readSeq } = feed.positions.of(first.agentId);
  return (
    <div class="notice" data-tone="wait" role="status">
      <span>
        <b>
          Waits for <Name>{name}</Name>
        </b>
        : a {first.kind} from <Name>{first.from}</Name>, {ago(first.since, now)}
        {feed.positions.isKnown && (readSeq >= first.seq ? ', read' : ', not read yet')}
        {late.length > 1 && <span class="dim"> · and {late.length - 1} more</span>}
      </span>
      <span class="grow" />
      <button
        type="button"
        class="button"
        onClick={() => {
          show({ seq: first.seq, panel: innerWidth < 900 ? undefined : place.panel });
        }}
      >
        Show #{first.seq}
      </button>
    </div>
  );
};
