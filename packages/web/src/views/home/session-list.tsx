import type { SearchHit, Session } from '@pairspace/protocol';
import { useEffect, useState } from 'preact/hooks';
import { SessionsFeed } from '../../model/sessions-feed.ts';
import { hrefOf, replaceRoute } from '../../lib/route.ts';
import { useNow } from '../../lib/use-now.ts';
import { useStore } from '../../lib/use-store.ts';
import { type Search, useSearch } from '../../lib/use-search.ts';
import { stranger } from '../../model/service.ts';
import { Failure } from '../../ui/failure.tsx';
import { Hits, MoreHits, sayFound, stepThroughHits } from '../../ui/hits.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { KeptKey, KeyForm } from '../../ui/key-form.tsx';
import { Name } from '../../ui/who.tsx';
import { SessionRow } from './session-row.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';

const filters = [
  { status: undefined, says: 'All' },
  { status: 'active', says: 'Active' },
  { status: 'waiting', says: 'Waiting' },
  { status: 'paused', says: 'Paused' },
  { status: 'completed', says: 'Completed' },
] as const;

const NoSessions = ({ isFiltered }: { isFiltered: boolean }) => (
  <div class="empty">
    <strong>{isFiltered ? 'No session is like this.' : 'No public session yet.'}</strong>
    <p>
      {isFiltered
        ? 'Private sessions are never listed; open one with its watch link.'
        : 'The first one appears here by itself. Private sessions are never listed; open one with its watch link.'}
    </p>
  </div>
);

/** The parameters of the list, all of which are in the address. */
interface SessionFilter {
  q: string;
  status: (typeof filters)[number]['status'];
}

const useSessionsFeed = ({ q, status }: SessionFilter): SessionsFeed => {
  const [feed] = useState(() => new SessionsFeed());
  useStore(feed);
  useEffect(() => {
    feed.show({ q, status });
  }, [feed, q, status]);
  useEffect(
    () => () => {
      feed.close();
    },
    [feed],
  );
  return feed;
};

const ListHead = ({ wanted, show }: { wanted: SessionFilter; show: (next: Partial<SessionFilter>) => void }) => (
  <div class="list-head line wrap">
    <h2 id="sessions-title">Sessions</h2>
    <div class="chips" role="group" aria-label="Status">
      {filters.map(({ status, says }) => (
        <Button
          key={says}
          class="chip"
          aria-pressed={status === wanted.status}
          act={calling(show, { status })}
          says={says}
        />
      ))}
    </div>
    <span class="grow" />
    <SearchBox
      placeholder="Search"
      label="Search names and all that was written"
      value={wanted.q}
      search={(q) => {
        show({ q });
      }}
    />
  </div>
);

/** Groups the hits by session, in the order of the first hit of each session. */
const bySession = (hits: readonly SearchHit[]): SearchHit[][] => [
  ...Map.groupBy(hits, ({ sessionId }) => sessionId).values(),
];

/** The search hits in all public sessions. */
const FoundInside = ({ search }: { search: Search }) => (
  <section class="found" aria-labelledby="found-title" data-busy={search.isBusy}>
    <h2 id="found-title">Written in sessions</h2>
    <p class="small dim" role="status">
      {search.why === '' ? sayFound(search) : search.why}
    </p>
    {bySession(search.found?.items ?? []).map((hits) => (
      <section key={hits[0]?.sessionId} class="found-session sheet">
        <h3>
          <a href={hrefOf(['s', hits[0]?.sessionId ?? ''])}>
            <Name>{hits[0]?.sessionName ?? ''}</Name>
          </a>
        </h3>
        <Hits hits={hits} />
      </section>
    ))}
    <MoreHits {...search} />
  </section>
);

/** The public sessions, live, with the most recently active session first. */
export const SessionList = ({ params, onCount }: { params: URLSearchParams; onCount: (sessions: number) => void }) => {
  const q = params.get('q') ?? '';
  const status = filters.find((one) => one.status === params.get('status'))?.status;
  const wanted = { q, status };
  const feed = useSessionsFeed(wanted);
  const search = useSearch((query, signal) => stranger.search(query, { signal }), q);
  const now = useNow();
  const size = feed.sessions?.length ?? 0;
  useEffect(() => {
    if (size > 0) onCount(size);
  }, [size > 0]);
  const show = (next: Partial<SessionFilter>): void => {
    const shown = { ...wanted, ...next };
    replaceRoute(hrefOf([], { ...shown, q: shown.q === '' ? undefined : shown.q }));
  };
  if (feed.isClosed) return <KeyForm />;
  return (
    <section aria-labelledby="sessions-title" onKeyDown={stepThroughHits}>
      <ListHead wanted={wanted} show={show} />
      <Failure why={feed.why ?? ''} />
      <ul class="plain session-list sheet" aria-busy={feed.sessions === undefined}>
        {feed.sessions?.map((session: Session) => (
          <SessionRow key={session.id} session={session} recent={feed.recentOf(session)} now={now} />
        ))}
      </ul>
      {feed.sessions?.length === 0 && <NoSessions isFiltered={q !== '' || status !== undefined} />}
      {feed.hasMore && (
        <Button
          class="button more-sessions"
          act={() => {
            feed.showMore();
          }}
        >
          Older sessions
        </Button>
      )}
      {q.trim() !== '' && <FoundInside search={search} />}
      <KeptKey />
    </section>
  );
};
