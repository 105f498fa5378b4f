import { plural } from '../../lib/format.ts';
import { findWaiting } from '../../lib/waiting.ts';
import { Name } from '../../ui/who.tsx';
import { Asked } from './asked.tsx';
import type { Shared } from './place.ts';

const readEvents = 400;
const shown = 4;

/** Who waits for whom, always in the same place; a person should see at once that nothing waits. */
export const WaitingList = ({ feed, moment, show, now }: Shared & { now: number }) => {
  const { seats, session } = moment.state;
  if (moment.isPast || session?.status === 'completed') return null;
  const waiting = findWaiting(feed.events.tail(readEvents), [...seats.keys()]);
  const running = [...moment.state.jobs.values()].filter(({ status }) => status === 'running' || status === 'pending');
  return (
    <>
      <h2 class="label">Waiting</h2>
      {waiting.length === 0 && running.length === 0 && <p class="faint small">Nothing waits.</p>}
      <ul class="plain">
        {waiting.slice(0, shown).map((one) => (
          <li key={one.agentId}>
            <button
              type="button"
              class="waiting-row"
              onClick={() => {
                show({ seq: one.seq });
              }}
            >
              <span class="cut">
                <Name>{seats.get(one.agentId)?.agentName ?? one.agentId}</Name>
              </span>
              <small>
                to answer <Asked waiting={one} feed={feed} now={now} />
              </small>
            </button>
          </li>
        ))}
      </ul>
      {waiting.length > shown && <p class="faint small">and {plural(waiting.length - shown, 'more agent')}</p>}
      {running.length > 0 && (
        <button
          type="button"
          class="waiting-row"
          onClick={() => {
            show({ panel: 'jobs', open: undefined });
          }}
        >
          <span>{plural(running.length, 'job')}</span>
          <small>to be finished</small>
        </button>
      )}
    </>
  );
};
