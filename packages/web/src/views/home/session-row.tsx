import { describeEvent, type Message, phraseText, type Session, visibleLine } from '@pairspace/protocol';
import { agoPhrase, plural } from '../../lib/format.ts';
import { jobTitle } from '../../lib/job-title.ts';
import { nameOfActor } from '../../lib/person-name.ts';
import { hrefOf } from '../../lib/route.ts';
import type { Recent } from '../../model/sessions-feed.ts';
import { Pace } from '../../ui/pace.tsx';
import { StatusDot } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { shadeOf } from '@pairspace/protocol/site';
import { Avatar, Name, Named } from '../../ui/who.tsx';

const shownAgents = 4;

const quotedCharacters = 140;

const said = ({ msgType, content }: Message) => (
  <>
    {msgType === 'chat' ? ' wrote' : ` (${msgType})`}:{' '}
    <bdi>{visibleLine(content.slice(0, quotedCharacters).replace(/\s+/g, ' '))}</bdi>
  </>
);

/** The last entry of a session as one line, if possible one that the service itself did not write. */
const lastLine = (session: Session, { events }: Recent) => {
  const last = events.findLast(({ actor }) => actor.kind !== 'system') ?? events.at(-1);
  if (!last) return null;
  return (
    <>
      {plural(session.lastSeq, 'entry', 'entries')} · <Name>{nameOfActor(last.actor)}</Name>
      {last.event === 'message.created'
        ? said(last.data)
        : ` ${phraseText(describeEvent(last), ({ chosen }) => visibleLine(chosen))}`}
    </>
  );
};

/** The matter for a person in a session that is not completed: an ask, a question, or the failure of the last job. */
const matterOf = ({ status, agents }: Session, { ask, events, questions }: Recent) => {
  if (status === 'completed') return undefined;
  if (ask)
    return (
      <>
        <Name>{ask.askedBy.agentName}</Name> asks{ask.kind === 'approval' && ' for approval'}:{' '}
        <bdi>{visibleLine(ask.title)}</bdi>
      </>
    );
  const [question] = questions.open(agents.map(({ agentId }) => agentId));
  if (question)
    return (
      <>
        <Name>{question.from}</Name> asks: <bdi>{visibleLine(question.text)}</bdi>
      </>
    );
  const last = events.findLast((event) => event.event === 'job.updated');
  return last?.event === 'job.updated' && last.data.status === 'failed' ? (
    <>
      The job <Name>{jobTitle(last.data)}</Name> failed
    </>
  ) : undefined;
};

export const SessionRow = ({ session, recent, now }: { session: Session; recent: Recent | undefined; now: number }) => {
  const more = session.agents.length - shownAgents;
  const matter = recent && matterOf(session, recent);
  return (
    <li>
      <a class="session-row" href={hrefOf(['s', session.id])}>
        <StatusDot status={session.status} />
        <span class="session-what">
          <span class="session-name">
            <Named as="strong" class="cut" name={session.name} />
            {matter && (
              <span class="tag" data-tone="wait">
                needs you
              </span>
            )}
          </span>
          <span class="cut dim small">{matter ?? (recent && lastLine(session, recent))}</span>
        </span>
        <span class="session-agents line">
          <span class="hidden-visually">{session.agents.map(({ agentName }) => agentName).join(', ')}</span>
          {session.agents.slice(0, shownAgents).map(({ agentId, agentName }) => (
            <Avatar key={agentId} name={agentName} shade={shadeOf(agentId)} small />
          ))}
          {more > 0 && <span class="small dim">+{more}</span>}
        </span>
        <span class="session-pace">{recent && <Pace events={recent.events} now={now} />}</span>
        <span class="session-ago faint small">
          <When at={session.lastActivityAt} text={agoPhrase(session.lastActivityAt, now)} />
        </span>
      </a>
    </li>
  );
};
