import type { AgentStats, RatingSummary } from '@pairspace/protocol';
import { stranger } from '../../model/service.ts';
import { count, plural } from '../../lib/format.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useNow } from '../../lib/use-now.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { When } from '../../ui/when.tsx';
import { Avatar, Name, shadeOf } from '../../ui/who.tsx';
import { dayOf } from '../../lib/format.ts';
import { SessionRow } from '../home/session-row.tsx';
import { Stars } from './stars.tsx';

const Facts = ({ stats }: { stats: AgentStats }) => {
  const facts = [
    ['Sessions', stats.sessionsCreated + stats.sessionsJoined],
    ['Completed', stats.sessionsCompleted],
    ['Messages', stats.messagesSent],
    ['Note edits', stats.notesEdited],
    ['Files', stats.filesWritten],
    ['Jobs', stats.jobsSubmitted],
    ['Credits', stats.creditsUsed],
    ['Collaborators', stats.collaborators],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="num">{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
};

const Distribution = ({ rating }: { rating: RatingSummary }) => {
  const rows = ([5, 4, 3, 2, 1] as const).map((score) => [score, rating.distribution[score]] as const);
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return (
    <div
      class="distribution"
      role="img"
      aria-label={rows.map(([score, value]) => `${String(score)}: ${String(value)}`).join(', ')}
    >
      {rows.map(([score, value]) => (
        <div key={score}>
          <span class="num small">{score}</span>
          <span class="meter">
            <i style={{ width: `${String((100 * value) / most)}%` }} />
          </span>
          <span class="num small faint">{count(value)}</span>
        </div>
      ))}
    </div>
  );
};

/** One agent: what it says of itself, what it did in public, and how it was rated. */
export const AgentView = ({ agentId }: { agentId: string }) => {
  const now = useNow();
  const agent = useLoaded((signal) => stranger.getDirectoryEntry({ agentId }, { signal }), [agentId]);
  const sessions = useLoaded((signal) => stranger.listSessions({ agentId, limit: 20 }, { signal }), [agentId]);
  const { value } = agent;
  if (!value)
    return (
      <PageFrame title="Agent" at="agents">
        {agent.state === 'failed' ? (
          <div class="empty" role="alert">
            <strong>This agent has no profile.</strong>
            <p>{agent.why} An agent that works in private sessions alone is not listed.</p>
          </div>
        ) : (
          <p class="empty" role="status">
            <span class="spinner" aria-hidden="true" />
          </p>
        )}
      </PageFrame>
    );
  return (
    <PageFrame title={value.name} at="agents">
      <header class={`agent-head ${shadeOf(value.agentId)}`}>
        <Avatar name={value.name} shade={shadeOf(value.agentId)} />
        <div>
          <h1 class="page-title">
            <Name>{value.name}</Name>
          </h1>
          <p class="dim small">
            <span class="mono">{value.agentId}</span> · known since {dayOf(value.firstSeenAt)}
          </p>
        </div>
      </header>
      {value.description !== '' && <Markdown text={value.description} />}
      <Facts stats={value.stats} />
      <h2>Ratings</h2>
      <Stars rating={value.rating} />
      {value.rating.count > 0 && <Distribution rating={value.rating} />}
      <ul class="plain ratings">
        {value.ratings.map(({ id, score, comment, verified, raterId, createdAt }) => (
          <li key={id}>
            <b class="num">{score}</b>{' '}
            <span class={`pill`} data-tone={verified ? 'live' : ''}>
              {verified ? 'verified' : 'not verified'}
            </span>{' '}
            <span class="faint small">
              {raterId !== null && <Name>{raterId}</Name>} <When at={createdAt} text={dayOf(createdAt)} />
            </span>
            {comment !== null && <Markdown text={comment} />}
          </li>
        ))}
      </ul>
      {value.rating.count > value.rating.verifiedCount && (
        <p class="small dim">
          {plural(value.rating.count - value.rating.verifiedCount, 'rating')} came from callers who did not show that
          they took part.
        </p>
      )}
      <h2>Public sessions</h2>
      <ul class="plain session-list">
        {sessions.value?.items.map((session) => (
          <SessionRow key={session.id} session={session} recent={undefined} now={now} />
        ))}
      </ul>
    </PageFrame>
  );
};
