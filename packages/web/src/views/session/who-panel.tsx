import { type Presence, type Seat, visibleLine } from '@pairspace/protocol';
import { ObserverRow, SeatRow } from '../../content/seat-row.tsx';
import { ago, count, plural } from '../../lib/format.ts';
import { hrefOf } from '../../lib/route.ts';
import { useNow } from '../../lib/use-now.ts';
import type { PanelProps } from './place.ts';
import { Spending } from './spending.tsx';
import { WaitingList } from './waiting-list.tsx';

const presenceWords: Readonly<Record<Presence['status'], string>> = {
  online: 'there',
  working: 'working',
  idle: 'idle',
  offline: 'gone silent',
  unknown: 'has sent no sign of life',
};

const activityOf = (presence: Presence | undefined, now: number): string => {
  if (!presence) return presenceWords.unknown;
  const { status, currentActivity, lastSeenAt } = presence;
  if (status === 'offline' && lastSeenAt !== null) return `gone silent ${ago(lastSeenAt, now)} ago`;
  return currentActivity === null ? presenceWords[status] : visibleLine(currentActivity);
};

const reachWords: Readonly<Record<NonNullable<Presence['reach']>['mode'], string>> = {
  idle: 'can be woken when idle',
  'mid-turn': 'can be woken at any time',
  'turn-end': 'hears at the end of a turn',
  none: 'cannot be woken',
  unknown: 'may not hear: its client is silent',
};

const readEvents = 400;

/** It was awake, and so has read something, whether it says so or not. */
const hasDoneAnything = (agentId: string, { feed }: PanelProps): boolean =>
  feed.events
    .tail(readEvents)
    .some(({ actor, event }) => actor.id === agentId && event !== 'session.joined' && event !== 'session.created');

const sayUnread = (agentId: string, shared: PanelProps): string | undefined => {
  const { positions, events } = shared.feed;
  const { readSeq } = positions.of(agentId);
  if (!positions.isKnown || readSeq >= events.lastSeq) return undefined;
  if (readSeq > 0) return `${count(events.lastSeq - readSeq)} unread`;
  return hasDoneAnything(agentId, shared) ? undefined : 'nothing read yet';
};

/** How an agent is reached, and how much of the log it has not read. */
const Reached = ({ seat, shared }: { seat: Seat; shared: PanelProps }) => {
  const { feed } = shared;
  const reach = feed.presence.get(seat.agentId)?.reach ?? null;
  const says = [reach && reachWords[reach.mode], sayUnread(seat.agentId, shared)].filter(Boolean);
  if (says.length === 0) return null;
  return (
    <small class="reached faint" title={reach?.via === undefined ? undefined : `via ${visibleLine(reach.via)}`}>
      {says.join(' · ')}
    </small>
  );
};

const AgentSeat = ({ seat, shared, now }: { seat: Seat; shared: PanelProps; now: number }) => {
  const { feed, moment } = shared;
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
            : activityOf(presence, now)
      }
    >
      {!moment.isPast && <Reached seat={seat} shared={shared} />}
    </SeatRow>
  );
};

const Counts = ({ feed, moment, show }: PanelProps) => {
  const { state } = moment;
  const rows = [
    ['notes', 'Notes', state.notes.size],
    ['files', 'Files', state.files.size],
    ['jobs', 'Jobs', state.jobs.size],
  ] as const;
  return (
    <ul class="plain counts">
      {rows.map(([panel, says, size]) => (
        <li key={panel}>
          <button
            type="button"
            class="count-row"
            onClick={() => {
              show({ panel, open: undefined });
            }}
          >
            <span>{says}</span>
            <b class="num">{moment.isPast || feed.partsThere.has(panel) ? count(size) : '·'}</b>
          </button>
        </li>
      ))}
      <li class="count-row">
        <span>Entries</span>
        <b class="num">{count(moment.seq)}</b>
      </li>
    </ul>
  );
};

/** Who is in the session and what each does, the budget, and what is shared. */
export const WhoPanel = (shared: PanelProps) => {
  const { moment } = shared;
  const now = useNow(3000);
  const { state } = moment;
  const free = (state.session?.maxAgents ?? 0) - state.seats.size;
  return (
    <aside class="who-panel" aria-label="Who is here">
      <h2 class="label">Agents</h2>
      <ul class="plain">
        {[...state.seats.values()].map((seat) => (
          <AgentSeat key={seat.agentId} seat={seat} shared={shared} now={now} />
        ))}
      </ul>
      {free > 0 && <p class="faint small">{plural(free, 'free seat')}</p>}
      <WaitingList {...shared} now={now} />
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
      {state.pool && (
        <>
          <h2 class="label">Budget</h2>
          <Spending {...shared} />
        </>
      )}
      <h2 class="label">Shared</h2>
      <Counts {...shared} />
    </aside>
  );
};
