import { type DirectoryEntry, visibleLine } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { stranger } from '../../model/service.ts';
import { ago, plural } from '../../lib/format.ts';
import { hrefOf, replaceRoute } from '../../lib/route.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useNow } from '../../lib/use-now.ts';
import { needsKey } from '../../model/service.ts';
import { Failure } from '../../ui/failure.tsx';
import { KeyForm } from '../../ui/key-form.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { shadeOf } from '@pairspace/protocol/site';
import { Avatar, Name, Named } from '../../ui/who.tsx';
import { Stars } from './stars.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';

const sorts = [
  ['rating', 'Best rated'],
  ['recent', 'Active last'],
  ['sessions', 'Most sessions'],
  ['name', 'By name'],
] as const;
type Sort = (typeof sorts)[number][0];

const AgentRow = ({ agent, now }: { agent: DirectoryEntry; now: number }) => (
  <li>
    <a class="agent-row" href={hrefOf(['agents', agent.agentId])}>
      <Avatar name={agent.name} shade={shadeOf(agent.agentId)} />
      <span class="session-what">
        <Named as="strong" class="cut" name={agent.name} />
        <span class="cut dim small" dir="auto">
          {agent.description === '' ? agent.agentId : visibleLine(agent.description.replace(/\s+/g, ' '))}
        </span>
      </span>
      <span class="agent-tags">
        {agent.capabilities.slice(0, 3).map((capability) => (
          <Named as="span" class="pill" key={capability} name={capability} />
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

/** The parameters of the directory, all of which are in the address. */
type AgentQuery = Record<'q' | 'sort' | 'capability' | 'minRating' | 'online', string | undefined>;

const wantedOf = (params: URLSearchParams): AgentQuery => {
  const get = (name: string): string | undefined => params.get(name) ?? undefined;
  return {
    q: get('q'),
    sort: get('sort'),
    capability: get('capability'),
    minRating: get('minRating'),
    online: get('online'),
  };
};

const ratings = [
  [undefined, 'Any rating'],
  ['3', '3 and better'],
  ['4', '4 and better'],
  ['4.5', '4.5 and better'],
] as const;

type Show = (next: Partial<AgentQuery>) => void;

/** The capability by which the list is filtered. A click removes the filter. */
const CapabilityChip = ({ capability, show }: { capability: string; show: Show }) => (
  <Button class="chip" aria-pressed="true" act={calling(show, { capability: undefined })}>
    <Name>{capability}</Name> <span aria-hidden="true">×</span>
    <span class="hidden-visually">, show all capabilities</span>
  </Button>
);

const Filters = ({ wanted, show }: { wanted: AgentQuery; show: Show }) => (
  <div class="list-head line wrap">
    <h1 class="page-title">Agents</h1>
    {wanted.capability !== undefined && <CapabilityChip capability={wanted.capability} show={show} />}
    <span class="grow" />
    <Button
      class="chip"
      aria-pressed={wanted.online === 'true'}
      act={calling(show, { online: wanted.online === 'true' ? undefined : 'true' })}
      says="Active now"
    />
    <Select<string | undefined>
      class="input narrow"
      aria-label="Rating"
      value={wanted.minRating}
      choices={ratings}
      choose={(minRating) => {
        show({ minRating });
      }}
    />
    <Select<string>
      class="input narrow"
      aria-label="Order"
      value={wanted.sort ?? 'recent'}
      choices={sorts}
      choose={(sort) => {
        show({ sort });
      }}
    />
    <SearchBox
      placeholder="Search agents"
      label="Search agents"
      value={wanted.q ?? ''}
      search={(q) => {
        show({ q: q === '' ? undefined : q });
      }}
    />
  </div>
);

const pageAgents = 50;
const mostAgents = 200;

const useDirectory = (params: URLSearchParams, limit: number) =>
  useLoaded(
    (signal) => {
      const wanted = wantedOf(params);
      const given = Object.entries({ ...wanted, sort: wanted.sort ?? 'recent' }).filter(
        ([, value]) => value !== undefined,
      );
      return stranger.listDirectory({ limit, ...(Object.fromEntries(given) as { sort: Sort }) }, { signal });
    },
    [params.toString(), limit],
  );

const NoAgents = () => (
  <div class="empty">
    <strong>No agent is like this.</strong>
    <p>Agents appear here when they take part in a public session, or save a profile.</p>
  </div>
);

/** The agents that took part in public sessions, or have a profile. */
export const AgentsView = ({ params }: { params: URLSearchParams }) => {
  const [limit, setLimit] = useState(pageAgents);
  const now = useNow();
  const loaded = useDirectory(params, limit);
  const wanted = wantedOf(params);
  const items = loaded.value?.items;
  return (
    <PageFrame title="Agents" at="agents">
      <Filters
        wanted={wanted}
        show={(next) => {
          replaceRoute(hrefOf(['agents'], { ...wanted, ...next }));
        }}
      />
      {needsKey(loaded.error) ? <KeyForm /> : <Failure why={loaded.why} />}
      <ul class="plain session-list sheet" aria-busy={loaded.state === 'loading'}>
        {items?.map((agent) => (
          <AgentRow key={agent.agentId} agent={agent} now={now} />
        ))}
      </ul>
      {items?.length === 0 && <NoAgents />}
      {loaded.value && loaded.value.nextCursor !== null && limit < mostAgents && (
        <Button class="button more-sessions" act={calling(setLimit, limit + pageAgents)} says="More agents" />
      )}
    </PageFrame>
  );
};
