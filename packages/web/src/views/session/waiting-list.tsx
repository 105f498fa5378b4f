import { visibleLine, type OpenRequest } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { unendedJobs } from '../../lib/budget.ts';
import { plural, agoPhrase } from '../../lib/format.ts';
import { jobTitle } from '../../lib/job-title.ts';
import { Named, Name } from '../../ui/who.tsx';
import { openAsks } from './open-asks.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useShown } from './shown.ts';
import type { SessionState } from '@pairspace/client';
import { nameOfAsker } from '../../lib/person-name.ts';

const sayKind = ({ messages, msgType }: OpenRequest): string => {
  if (messages > 1) return messages < 100 ? plural(messages, 'message') : '100 messages or more';
  return msgType === 'chat' ? 'a message' : `a ${visibleLine(msgType)}`;
};

/** A request to an agent, with its author and its age, as the service says. */
const Asked = ({ waiting, seats, now }: { waiting: OpenRequest; seats: SessionState['seats']; now: number }) => (
  <>
    {sayKind(waiting)} from <Name>{nameOfAsker(waiting, seats)}</Name>
    {waiting.messages > 1 && ' and later ones'}, {agoPhrase(waiting.since, now)}
  </>
);

const shown = 4;

interface WaitingRowProps {
  agentId: string;
  /** The entry for which somebody waits. */
  seq: number;
  children: ComponentChildren;
}

const WaitingRow = ({ agentId, seq, children }: WaitingRowProps) => {
  const { moment, show } = useShown();
  return (
    <li>
      <Button class="waiting-row" act={calling(show, { seq })}>
        <Named as="span" class="cut" name={moment.state.seats.get(agentId)?.agentName ?? agentId} />
        <small class="seat-does">{children}</small>
      </Button>
    </li>
  );
};

/** A line that leads to a panel or an entry. */
const WaitingLink = ({ says, names, onOpen }: { says: string; names: readonly string[]; onOpen: () => void }) => (
  <Button class="waiting-row" act={onOpen}>
    <span>{says}</span>
    <small class="cut">{names.map(visibleLine).join(', ')}</small>
  </Button>
);

/**
 * The agents, asks, tasks and jobs that wait. The list is always in the same place, so that a person sees at once that
 * nothing waits; while a part was not read, the list does not say so.
 */
export const WaitingList = ({ now }: { now: number }) => {
  const { feed, moment, show } = useShown();
  const { session, jobs, seats, tasks } = moment.state;
  if (moment.isPast || session?.status === 'completed') return null;
  const waiting = feed.positions.waiting;
  const running = unendedJobs(jobs.values());
  const questions = feed.events.questions.open([...seats.keys()]);
  const asks = openAsks(moment);
  const untaken = [...tasks.values()].filter(({ status }) => status === 'open' || status === 'offered');
  const known = ['asks', 'tasks', 'jobs', 'pool'].every((part) => feed.partsThere.has(part));
  const all = [waiting, running, questions, asks, untaken].flat();
  return (
    <>
      <h2 class="label">Waiting</h2>
      {known && all.length === 0 && <p class="faint small">Nothing waits.</p>}
      <ul class="plain">
        {questions.slice(-shown).map(({ agentId, seq, text }) => (
          <WaitingRow key={seq} agentId={agentId} seq={seq}>
            waits for a person: <span dir="auto">“{visibleLine(text)}”</span>
          </WaitingRow>
        ))}
        {waiting.slice(0, shown).map((one) => (
          <WaitingRow key={one.agentId} agentId={one.agentId} seq={one.seq}>
            has to answer <Asked waiting={one} seats={seats} now={now} />
          </WaitingRow>
        ))}
      </ul>
      {waiting.length > shown && <p class="faint small">and {plural(waiting.length - shown, 'more agent')}</p>}
      {asks.length > 0 && (
        <WaitingLink
          says={`${plural(asks.length, 'ask')} not answered`}
          names={asks.map(({ title }) => title)}
          onOpen={calling(show, { seq: asks[0]?.seq })}
        />
      )}
      {untaken.length > 0 && (
        <WaitingLink
          says={`${plural(untaken.length, 'task')} not taken`}
          names={untaken.map(({ title }) => title)}
          onOpen={calling(show, { panel: 'tasks', open: undefined })}
        />
      )}
      {running.length > 0 && (
        <WaitingLink
          says={`${plural(running.length, 'job')} not finished`}
          names={running.map(jobTitle)}
          onOpen={calling(show, { panel: 'jobs', open: undefined })}
        />
      )}
    </>
  );
};
