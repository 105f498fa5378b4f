import { describeEvent, type Event, type Message, phraseText, type Session, visibleLine } from '@pairspace/protocol';
import { agoPhrase, plural } from '../../lib/format.ts';
import { hrefOf } from '../../lib/route.ts';
import { OpenQuestions } from '../../model/open-questions.ts';
import { Pace } from '../../ui/pace.tsx';
import { StatusDot } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { shadeOf } from '@pairspace/protocol/site';
import { Avatar, Name } from '../../ui/who.tsx';

interface SessionRowProps {
  session: Session;
  /** The newest entries of the session, oldest first. */
  recent: readonly Event[] | undefined;
  now: number;
}

const shownAgents = 4;

const quotedCharacters = 140;

const said = ({ msgType, content }: Message) => (
  <>
    {msgType === 'chat' ? ' wrote' : ` (${msgType})`}:{' '}
    <bdi>{visibleLine(content.slice(0, quotedCharacters).replace(/\s+/g, ' '))}</bdi>
  </>
);

/** The last event of a session, as one line. */
const lastLine = (session: Session, recent: readonly Event[] | undefined) => {
  const last = recent?.findLast(({ actor }) => actor.kind !== 'system') ?? recent?.at(-1);
  if (!last) return session.status === 'waiting' ? 'Waits for another agent to join' : '';
  return (
    <>
      {plural(session.lastSeq, 'entry', 'entries')} · <Name>{last.actor.name}</Name>
      {last.event === 'message.created'
        ? said(last.data)
        : ` ${phraseText(describeEvent(last), ({ chosen }) => visibleLine(chosen))}`}
    </>
  );
};

/** An agent has asked a person, or a job has failed last, among the newest entries of a session that goes on. */
const needsYou = ({ status, agents }: Session, recent: readonly Event[] = []): boolean => {
  if (status === 'completed') return false;
  const questions = new OpenQuestions();
  for (const event of recent) questions.add(event);
  const lastJob = recent.findLast((event) => event.event === 'job.updated');
  const hasFailed = lastJob?.event === 'job.updated' && lastJob.data.status === 'failed';
  return hasFailed || questions.open(agents.map(({ agentId }) => agentId)).length > 0;
};

export const SessionRow = ({ session, recent, now }: SessionRowProps) => {
  const more = session.agents.length - shownAgents;
  return (
    <li>
      <a class="session-row" href={hrefOf(['s', session.id])}>
        <StatusDot status={session.status} />
        <span class="session-what">
          <strong class="cut">
            <Name>{session.name}</Name>
            {needsYou(session, recent) && (
              <span class="tag" data-tone="wait">
                needs you
              </span>
            )}
          </strong>
          <span class="cut dim small">{lastLine(session, recent)}</span>
        </span>
        <span class="session-agents">
          <span class="hidden-visually">{session.agents.map(({ agentName }) => agentName).join(', ')}</span>
          {session.agents.slice(0, shownAgents).map(({ agentId, agentName }) => (
            <Avatar key={agentId} name={agentName} shade={shadeOf(agentId)} small />
          ))}
          {more > 0 && <span class="small dim">+{more}</span>}
        </span>
        <span class="session-pace">{recent && <Pace events={recent} now={now} />}</span>
        <span class="session-ago faint small">
          <When at={session.lastActivityAt} text={agoPhrase(session.lastActivityAt, now)} />
        </span>
      </a>
    </li>
  );
};
