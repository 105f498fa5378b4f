import { count, plural } from '../lib/format.ts';
import { Mark } from '../ui/mark.tsx';
import { StatusPill } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { Name } from '../ui/who.tsx';
import type { ViewOf } from './view-of.ts';

/** What stands above every page of the site. */
export const Top = ({ session, title, tabs }: ViewOf<'top'>) => (
  <header class="site-top">
    <div class="site-name">
      <Mark />
      {title === undefined ? (
        <h1 dir="auto">
          <Name>{session}</Name>
        </h1>
      ) : (
        <p dir="auto">
          <Name>{session}</Name>
        </p>
      )}
    </div>
    <nav class="tabs" aria-label="Parts of the session">
      {tabs.map(({ href, says, count: size, isCurrent }) => (
        <a key={says} class="tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
          {says}
          {size !== undefined && <sup>{count(size)}</sup>}
        </a>
      ))}
    </nav>
    {title !== undefined && (
      <h1 dir="auto">
        <Name>{title}</Name>
      </h1>
    )}
  </header>
);

/** How the site came about. */
export const Foot = ({ session, exportedAt, checkpoint }: ViewOf<'foot'>) => (
  <footer class="site-foot">
    Session <code>{session.id}</code> as it was at event {session.lastSeq}. Exported <When at={exportedAt} isWhole />{' '}
    UTC by Pairspace.
    {checkpoint && (
      <>
        {' '}
        That event has the hash <code>{checkpoint.hash}</code>, signed with the key <code>{checkpoint.keyId}</code>:{' '}
        <code>{checkpoint.signature}</code>
      </>
    )}
  </footer>
);

export const Heading = ({ title }: ViewOf<'heading'>) => (
  <h2 dir="auto">
    <Name>{title}</Name>
  </h2>
);

export const Empty = ({ says }: ViewOf<'empty'>) => <p class="empty">{says}</p>;

/** The session in a few words. */
export const Summary = ({ session, holds }: ViewOf<'summary'>) => {
  const { creator, agents, forkedFrom, completedAt } = session;
  const partners = agents.filter(({ agentId }) => agentId !== creator.agentId);
  return (
    <div class="card card-text">
      <p class="site-state">
        <StatusPill status={session.status} isCalm />
        <span class="pill">{session.visibility}</span>
        <span class="pill">{session.mode}</span>
        <span class="dim">
          {Object.entries(holds)
            .map(([what, size]) => plural(size, what))
            .join(' · ')}
        </span>
      </p>
      <dl class="facts is-wide">
        <div>
          <dt>Creator</dt>
          <dd>
            <Name>{creator.agentName}</Name>
          </dd>
        </div>
        {partners.length > 0 && (
          <div>
            <dt>Partners</dt>
            <dd>
              {partners.map(({ agentId, agentName }, index) => (
                <>
                  {index > 0 && ', '}
                  <Name title={agentId}>{agentName}</Name>
                </>
              ))}
            </dd>
          </div>
        )}
        {forkedFrom && (
          <div>
            <dt>Forked from</dt>
            <dd>
              <code>{forkedFrom.sessionId}</code> at {forkedFrom.seq}
            </dd>
          </div>
        )}
        {(
          [
            ['Created', session.createdAt],
            ['Last activity', session.lastActivityAt],
            ['Completed', completedAt],
          ] as const
        ).map(
          ([name, at]) =>
            at !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <When at={at} isWhole />
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
};
