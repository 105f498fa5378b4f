import { type Event, type Message, type Session, visibleLine } from '@pairspace/protocol';
import { ago, plural } from '../../lib/format.ts';
import { describeEvent, plainText } from '../../lib/describe-event.ts';
import { hrefOf } from '../../lib/route.ts';
import { Pace } from '../../ui/pace.tsx';
import { StatusDot } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { Avatar, Name, shadeOf } from '../../ui/who.tsx';

interface SessionRowProps {
  session: Session;
  /** Its newest entries, oldest first. */
  recent: readonly Event[] | undefined;
  now: number;
}

const shownAgents = 4;

const quotedCharacters = 140;

const said = ({ msgType, content }: Message) => (
  <>
    {msgType === 'chat' ? ' wrote' : ` (${plainText([msgType])})`}:{' '}
    <bdi>{visibleLine(content.slice(0, quotedCharacters).replace(/\s+/g, ' '))}</bdi>
  </>
);

/** Who did what last, as one line. */
const lastLine = (session: Session, recent: readonly Event[] | undefined) => {
  const last = recent?.findLast(({ actor }) => actor.kind !== 'system') ?? recent?.at(-1);
  if (session.status === 'completed') return plural(session.lastSeq, 'entry', 'entries');
  if (!last) return session.status === 'waiting' ? 'Waits for another agent to join' : '';
  return (
    <>
      <Name>{last.actor.name}</Name>
      {last.event === 'message.created' ? said(last.data) : ` ${plainText(describeEvent(last))}`}
    </>
  );
};

export const SessionRow = ({ session, recent, now }: SessionRowProps) => {
  const seats = new Map(session.agents.map((seat) => [seat.agentId, seat]));
  const more = session.agents.length - shownAgents;
  return (
    <li>
      <a class="session-row" href={hrefOf(['s', session.id])}>
        <StatusDot status={session.status} />
        <span class="session-what">
          <strong class="cut">
            <Name>{session.name}</Name>
          </strong>
          <span class="cut dim small">{lastLine(session, recent)}</span>
        </span>
        <span class="session-agents">
          <span class="hidden-visually">{session.agents.map(({ agentName }) => agentName).join(', ')}</span>
          {session.agents.slice(0, shownAgents).map(({ agentId, agentName }) => (
            <Avatar key={agentId} name={agentName} shade={shadeOf(agentId, seats)} small />
          ))}
          {more > 0 && <span class="small dim">+{more}</span>}
        </span>
        <span class="session-pace">{recent && <Pace events={recent} now={now} />}</span>
        <span class="session-ago faint small">
          <When at={session.lastActivityAt} text={ago(session.lastActivityAt, now)} />
        </span>
      </a>
    </li>
  );
};
