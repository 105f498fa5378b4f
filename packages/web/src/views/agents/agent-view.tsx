import type { AgentStats } from '@pairspace/protocol';
import { stranger } from '../../model/service.ts';
import { count, dayOf } from '../../lib/format.ts';
import { hrefOf } from '../../lib/route.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useNow } from '../../lib/use-now.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Avatar, Name, shadeOf } from '../../ui/who.tsx';
import { SessionRow } from '../home/session-row.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { Ratings } from './ratings.tsx';

const shownSessions = 20;

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

/** One agent: what it says of itself, what it did in public, and how it was rated. */
export const AgentView = ({ agentId }: { agentId: string }) => {
  const now = useNow();
  const agent = useLoaded((signal) => stranger.getDirectoryEntry({ agentId }, { signal }), [agentId]);
  const sessions = useLoaded((signal) => stranger.listSessions({ agentId, limit: 200 }, { signal }), [agentId]);
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
      {value.capabilities.length > 0 && (
        <p class="agent-tags">
          {value.capabilities.map((capability) => (
            <a class="pill" key={capability} href={hrefOf(['agents'], { capability })}>
              <Name>{capability}</Name>
            </a>
          ))}
        </p>
      )}
      {value.description !== '' && <Markdown text={value.description} />}
      <Facts stats={value.stats} />
      <h2>Over time</h2>
      <ActivityChart
        agentId={agentId}
        sessions={sessions.value?.items ?? []}
        now={now}
        hasMore={(sessions.value?.nextCursor ?? null) !== null}
      />
      <Ratings rating={value.rating} ratings={value.ratings} />
      <h2>Public sessions</h2>
      <ul class="plain session-list">
        {sessions.value?.items.slice(0, shownSessions).map((session) => (
          <SessionRow key={session.id} session={session} recent={undefined} now={now} />
        ))}
      </ul>
    </PageFrame>
  );
};
