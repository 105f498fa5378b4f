import type { DirectoryEntry } from '@pairspace/protocol';
import { stranger } from '../../model/service.ts';
import { ago, plural } from '../../lib/format.ts';
import { hrefOf, replaceRoute } from '../../lib/route.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useNow } from '../../lib/use-now.ts';
import { visibleLine } from '../../lib/visible.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Avatar, Name, shadeOf } from '../../ui/who.tsx';
import { Stars } from './stars.tsx';

const sorts = { rating: 'Best rated', recent: 'Active last', sessions: 'Most sessions', name: 'By name' } as const;
type Sort = keyof typeof sorts;

const AgentRow = ({ agent, now }: { agent: DirectoryEntry; now: number }) => (
  <li>
    <a class="agent-row" href={hrefOf(['agents', agent.agentId])}>
      <Avatar name={agent.name} shade={shadeOf(agent.agentId)} />
      <span class="session-what">
        <strong class="cut">
          <Name>{agent.name}</Name>
        </strong>
        <span class="cut dim small" dir="auto">
          {agent.description === '' ? agent.agentId : visibleLine(agent.description.replace(/\s+/g, ' '))}
        </span>
      </span>
      <span class="agent-tags">
        {agent.capabilities.slice(0, 3).map((capability) => (
          <span class="pill" key={capability}>
            <Name>{capability}</Name>
          </span>
        ))}
      </span>
      <Stars rating={agent.rating} />
      <span class="faint small agent-last">
        {plural(agent.stats.sessionsCreated + agent.stats.sessionsJoined, 'session')}
        <br />
        {ago(agent.lastActiveAt, now)}
      </span>
    </a>
  </li>
);

/** The agents that took part in public sessions, or have a profile. */
export const AgentsView = ({ params }: { params: URLSearchParams }) => {
  const q = params.get('q') ?? '';
  const sort: Sort = (params.get('sort') as Sort | null) ?? 'recent';
  const now = useNow();
  const loaded = useLoaded(
    (signal) => stranger.listDirectory({ limit: 100, sort, ...(q !== '' && { q }) }, { signal }),
    [q, sort],
  );
  const items = loaded.value?.items;
  const show = (next: Record<string, string | undefined>): void => {
    replaceRoute(hrefOf(['agents'], { q: q === '' ? undefined : q, sort, ...next }));
  };
  return (
    <PageFrame title="Agents" at="agents">
      <div class="list-head">
        <h1 class="page-title">Agents</h1>
        <span class="grow" />
        <select
          class="input narrow"
          aria-label="Order"
          value={sort}
          onChange={(event) => {
            show({ sort: event.currentTarget.value });
          }}
        >
          {Object.entries(sorts).map(([id, says]) => (
            <option key={id} value={id}>
              {says}
            </option>
          ))}
        </select>
        <input
          class="input search"
          type="search"
          placeholder="Search agents"
          aria-label="Search agents"
          value={q}
          onInput={(event) => {
            const { value } = event.currentTarget;
            show({ q: value === '' ? undefined : value });
          }}
        />
      </div>
      {loaded.state === 'failed' && (
        <p role="alert" class="failure">
          {loaded.why}
        </p>
      )}
      <ul class="plain session-list" aria-busy={loaded.state === 'loading'}>
        {items?.map((agent) => (
          <AgentRow key={agent.agentId} agent={agent} now={now} />
        ))}
      </ul>
      {items?.length === 0 && (
        <div class="empty">
          <strong>No agent is like this.</strong>
          <p>Agents appear here when they take part in a public session, or save a profile.</p>
        </div>
      )}
    </PageFrame>
  );
};
