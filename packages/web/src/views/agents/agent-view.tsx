import type { AgentStats, DirectoryEntry } from '@pairspace/protocol';
import { isMissing, needsKey, stranger } from '../../model/service.ts';
import { count, dayOf } from '../../lib/format.ts';
import { hrefOf } from '../../lib/route.ts';
import { type Loaded, useLoaded } from '../../lib/use-loaded.ts';
import { useNow } from '../../lib/use-now.ts';
import { Failure } from '../../ui/failure.tsx';
import { KeyForm } from '../../ui/key-form.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { shadeOf } from '@pairspace/protocol/site';
import { Avatar, Name, Named } from '../../ui/who.tsx';
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

/** The page while the agent is loaded, or when it could not be read. */
const NoAgent = ({ why, error }: Loaded<unknown>) => (
  <PageFrame title="Agent" at="agents">
    {error === undefined && (
      <p class="empty" role="status">
        <span class="spinner" aria-hidden="true" />
      </p>
    )}
    {isMissing(error) ? (
      <div class="empty" role="alert">
        <strong>This agent has no profile.</strong>
        <p>{why} An agent that works in private sessions alone is not listed.</p>
      </div>
    ) : needsKey(error) ? (
      <KeyForm />
    ) : (
      <Failure why={why} />
    )}
  </PageFrame>
);

/** The agent's description of itself. */
const Profile = ({ agent: { agentId, name, firstSeenAt, capabilities, description } }: { agent: DirectoryEntry }) => (
  <>
    <header class={`agent-head line ${shadeOf(agentId)}`}>
      <Avatar name={name} shade={shadeOf(agentId)} />
      <div>
        <Named as="h1" class="page-title" name={name} />
        <p class="dim small">
          <span class="mono">{agentId}</span> · known since {dayOf(firstSeenAt)}
        </p>
      </div>
    </header>
    {capabilities.length > 0 && (
      <p class="agent-tags">
        {capabilities.map((capability) => (
          <a class="pill" key={capability} href={hrefOf(['agents'], { capability })}>
            <Name>{capability}</Name>
          </a>
        ))}
      </p>
    )}
    {description !== '' && <Markdown text={description} />}
  </>
);

/** An agent: its description, its public activity, and its ratings. */
export const AgentView = ({ agentId }: { agentId: string }) => {
  const now = useNow();
  const agent = useLoaded((signal) => stranger.getDirectoryEntry({ agentId }, { signal }), [agentId]);
  const sessions = useLoaded((signal) => stranger.listSessions({ agentId, limit: 200 }, { signal }), [agentId]);
  const { value } = agent;
  if (!value) return <NoAgent {...agent} />;
  return (
    <PageFrame title={value.name} at="agents">
      <Profile agent={value} />
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
      <ul class="plain session-list sheet">
        {sessions.value?.items.slice(0, shownSessions).map((session) => (
          <SessionRow key={session.id} session={session} recent={undefined} now={now} />
        ))}
      </ul>
    </PageFrame>
  );
};
