import type { Session } from '@pairspace/protocol';
import { useEffect, useState } from 'preact/hooks';
import { SessionsFeed } from '../../model/sessions-feed.ts';
import { hrefOf, replaceRoute } from '../../lib/route.ts';
import { useNow } from '../../lib/use-now.ts';
import { useStore } from '../../lib/use-store.ts';
import { SessionRow } from './session-row.tsx';

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

/** The public sessions, live, newest first. */
export const SessionList = ({ params }: { params: URLSearchParams }) => {
  const q = params.get('q') ?? '';
  const status = filters.find((one) => one.status === params.get('status'))?.status;
  const [feed] = useState(() => new SessionsFeed());
  useStore(feed);
  const now = useNow();
  useEffect(() => {
    feed.show({ q, status });
  }, [feed, q, status]);
  useEffect(
    () => () => {
      feed.close();
    },
    [feed],
  );
  const show = (next: { q?: string | undefined; status?: string | undefined }): void => {
    replaceRoute(hrefOf([], { q: q === '' ? undefined : q, status, ...next }));
  };
  return (
    <section aria-labelledby="sessions-title">
      <div class="list-head">
        <h2 id="sessions-title">Sessions</h2>
        <div class="chips" role="group" aria-label="Status">
          {filters.map((one) => (
            <button
              type="button"
              key={one.says}
              class="chip"
              aria-pressed={one.status === status}
              onClick={() => {
                show({ status: one.status });
              }}
            >
              {one.says}
            </button>
          ))}
        </div>
        <span class="grow" />
        <input
          class="input search"
          type="search"
          placeholder="Search names"
          aria-label="Search sessions by name"
          value={q}
          onInput={(event) => {
            const { value } = event.currentTarget;
            show({ q: value === '' ? undefined : value });
          }}
        />
      </div>
      {feed.why !== undefined && (
        <p role="alert" class="failure">
          {feed.why}
        </p>
      )}
      <ul class="plain session-list" aria-busy={feed.sessions === undefined}>
        {feed.sessions?.map((session: Session) => (
          <SessionRow key={session.id} session={session} recent={feed.recentOf(session)} now={now} />
        ))}
      </ul>
      {feed.sessions?.length === 0 && <NoSessions isFiltered={q !== '' || status !== undefined} />}
      {feed.hasMore && (
        <button
          type="button"
          class="button more-sessions"
          onClick={() => {
            feed.showMore();
          }}
        >
          Older sessions
        </button>
      )}
    </section>
  );
};
