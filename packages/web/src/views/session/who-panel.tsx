import { type Presence, type Seat, visibleLine } from '@pairspace/protocol';
import { ObserverRow, SeatRow } from '../../content/seat-row.tsx';
import { count, plural } from '../../lib/format.ts';
import { hrefOf } from '../../lib/route.ts';
import { useNow } from '../../lib/use-now.ts';
import { useActivities } from './use-activities.ts';
import { Spending } from './spending.tsx';
import { WaitingList } from './waiting-list.tsx';
import { useFeed, useMoment, useShown } from './shown.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

const reachWords: Readonly<Record<NonNullable<Presence['reach']>['mode'], string>> = {
  idle: 'reachable when idle',
  'mid-turn': 'reachable',
  'turn-end': 'reachable at the end of a turn',
  none: 'unreachable',
  unknown: 'perhaps unreachable: nothing tells',
};

/**
 * How many entries an agent has not read. Unknown for an agent without a position, which may read without reporting.
 */
const sayUnread = (agentId: string, { positions, events }: SessionFeed): string | undefined => {
  const { readSeq, offeredSeq } = positions.of(agentId);
  return Math.max(readSeq, offeredSeq) > 0 && readSeq < events.lastSeq
    ? `${count(events.lastSeq - readSeq)} unread`
    : undefined;
};

/** How an agent is reached, and how much of the log it has not read. */
const Reached = ({ seat }: { seat: Seat }) => {
  const feed = useFeed();
  const reach = feed.presence.get(seat.agentId)?.reach ?? null;
  const says = [reach && reachWords[reach.mode], sayUnread(seat.agentId, feed)].filter(Boolean);
  if (says.length === 0) return null;
  return (
    <small class="faint" title={reach?.via === undefined ? undefined : `via ${visibleLine(reach.via)}`}>
      {says.join(' · ')}
    </small>
  );
};

const AgentSeat = ({ seat, activity, now }: { seat: Seat; activity: string; now: number }) => {
  const { feed, moment } = useShown();
  const presence = moment.isPast ? undefined : feed.presence.get(seat.agentId);
  const typing = feed.typing.get(seat.agentId);
  const isTyping = !moment.isPast && typing !== undefined && typing.until > now;
  const acts = moment.state.acts.get(seat.agentId);
  return (
    <SeatRow
      seat={seat}
      href={hrefOf(['agents', seat.agentId])}
      presence={moment.isPast ? undefined : (presence?.status ?? 'unknown')}
      does={
        moment.isPast
          ? acts
            ? plural(acts.events, 'entry', 'entries')
            : 'nothing yet'
          : isTyping
            ? 'is writing …'
            : activity
      }
    >
      {!moment.isPast && <Reached seat={seat} />}
    </SeatRow>
  );
};

/** The agents of the session with their activity, the budget, and what waits. */
export const WhoPanel = () => {
  const moment = useMoment();
  const now = useNow(3000);
  const { state } = moment;
  const activityOf = useActivities();
  const free = (state.session?.maxAgents ?? 0) - state.seats.size;
  return (
    <aside class="who-panel" aria-label="Who is here">
      <h2 class="label">Agents</h2>
      <ul class="plain">
        {[...state.seats.values()].map((seat) => (
          <AgentSeat key={seat.agentId} seat={seat} activity={activityOf(seat.agentId)} now={now} />
        ))}
      </ul>
      {free > 0 && <p class="faint small">{plural(free, 'free seat')}</p>}
      {state.pool && (
        <>
          <h2 class="label">Budget, in credits</h2>
          <Spending />
        </>
      )}
      <WaitingList now={now} />
      {state.observers.size > 0 && (
        <>
          <h2 class="label">Watching</h2>
          <ul class="plain">
            {[...state.observers.values()].slice(-8).map((observer) => (
              <ObserverRow key={observer.id} observer={observer} />
            ))}
          </ul>
          {state.observers.size > 8 && <p class="faint small">and {count(state.observers.size - 8)} more</p>}
        </>
      )}
    </aside>
  );
};
