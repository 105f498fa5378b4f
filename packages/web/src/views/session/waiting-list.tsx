import { visibleLine } from '@pairspace/protocol';
import { unendedJobs } from '../../lib/budget.ts';
import { plural } from '../../lib/format.ts';
import { jobTitle } from '../../lib/job-title.ts';
import { Name } from '../../ui/who.tsx';
import { Asked } from './asked.tsx';
import type { PanelProps } from './place.ts';

const shown = 4;

type WaitingAgent = PanelProps['feed']['positions']['waiting'][number];

const WaitingRow = ({ waiting, shared, now }: { waiting: WaitingAgent; shared: PanelProps; now: number }) => {
  const { moment, show } = shared;
  return (
    <button
      type="button"
      class="waiting-row"
      onClick={() => {
        show({ seq: waiting.seq });
      }}
    >
      <span class="cut">
        <Name>{moment.state.seats.get(waiting.agentId)?.agentName ?? waiting.agentId}</Name>
      </span>
      <small>
        has to answer <Asked waiting={waiting} seats={moment.state.seats} now={now} />
      </small>
    </button>
  );
};

/** The agents that wait for others, always in the same place, so that a person sees at once that none waits. */
export const WaitingList = ({ now, ...shared }: PanelProps & { now: number }) => {
  const { feed, moment, show } = shared;
  const { session, jobs } = moment.state;
  if (moment.isPast || session?.status === 'completed') return null;
  const waiting = feed.positions.waiting;
  const running = unendedJobs(jobs.values());
  return (
    <>
      <h2 class="label">Waiting</h2>
      {waiting.length === 0 && running.length === 0 && <p class="faint small">Nothing waits.</p>}
      <ul class="plain">
        {waiting.slice(0, shown).map((one) => (
          <li key={one.agentId}>
            <WaitingRow waiting={one} shared={shared} now={now} />
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
          <span>{plural(running.length, 'job')} not finished</span>
          <small class="cut">{running.map((job) => visibleLine(jobTitle(job))).join(', ')}</small>
        </button>
      )}
    </>
  );
};
