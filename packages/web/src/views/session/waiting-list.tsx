import { visibleLine } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { unendedJobs } from '../../lib/budget.ts';
import { plural } from '../../lib/format.ts';
import { jobTitle } from '../../lib/job-title.ts';
import { Name } from '../../ui/who.tsx';
import { Asked } from './asked.tsx';
import type { PanelProps } from './place.ts';

const shown = 4;

interface WaitingRowProps {
  shared: PanelProps;
  agentId: string;
  /** The entry for which somebody waits. */
  seq: number;
  children: ComponentChildren;
}

const WaitingRow = ({ shared: { moment, show }, agentId, seq, children }: WaitingRowProps) => (
  <li>
    <button
      type="button"
      class="waiting-row"
      onClick={() => {
        show({ seq });
      }}
    >
      <span class="cut">
        <Name>{moment.state.seats.get(agentId)?.agentName ?? agentId}</Name>
      </span>
      <small class="seat-does">{children}</small>
    </button>
  </li>
);

/**
 * The agents and jobs that wait. The list is always in the same place, so that a person sees at once that nothing
 * waits.
 */
export const WaitingList = ({ now, ...shared }: PanelProps & { now: number }) => {
  const { feed, moment, show } = shared;
  const { session, jobs, seats } = moment.state;
  if (moment.isPast || session?.status === 'completed') return null;
  const waiting = feed.positions.waiting;
  const running = unendedJobs(jobs.values());
  const questions = feed.events.questions.open([...seats.keys()]);
  return (
    <>
      <h2 class="label">Waiting</h2>
      {waiting.length + running.length + questions.length === 0 && <p class="faint small">Nothing waits.</p>}
      <ul class="plain">
        {questions.slice(-shown).map(({ agentId, seq, text }) => (
          <WaitingRow key={seq} shared={shared} agentId={agentId} seq={seq}>
            waits for a person: <span dir="auto">“{visibleLine(text)}”</span>
          </WaitingRow>
        ))}
        {waiting.slice(0, shown).map((one) => (
          <WaitingRow key={one.agentId} shared={shared} agentId={one.agentId} seq={one.seq}>
            has to answer <Asked waiting={one} seats={seats} now={now} />
          </WaitingRow>
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
