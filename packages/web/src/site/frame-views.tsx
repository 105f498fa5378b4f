import type { Seat } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { count, plural } from '../lib/format.ts';
import { Mark } from '../ui/mark.tsx';
import { StatusPill } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { Name, Named } from '../ui/who.tsx';
import type { ViewOf } from './view-of.ts';

/** The head of every page of the site. */
export const Top = ({ session, title, tabs }: ViewOf<'top'>) => (
  <header class="site-top">
    <div class="site-name line">
      <Mark />
      {title === undefined ? <Named as="h1" dir="auto" name={session} /> : <Named as="p" dir="auto" name={session} />}
    </div>
    <nav class="tabs" aria-label="Parts of the session">
      {tabs.map(({ href, says, count: size, isCurrent }) => (
        <a key={says} class="tab" href={href} aria-current={isCurrent ? 'page' : undefined}>
          {says}
          {size !== undefined && <sup>{count(size)}</sup>}
        </a>
      ))}
    </nav>
    {title !== undefined && <Named as="h1" dir="auto" name={title} />}
  </header>
);

/** The foot of every page: the session, the time of the export, and the signed hash of the last event. */
export const Foot = ({ session, exportedAt, checkpoint }: ViewOf<'foot'>) => (
  <footer class="site-foot">
    Session <code>{session.id}</code> as it was at event {session.lastSeq}. Exported <When at={exportedAt} isWhole />{' '}
    UTC by Pairspace. That event has the hash <code>{checkpoint.hash}</code>, signed with the key{' '}
    <code>{checkpoint.keyId}</code>: <code>{checkpoint.signature}</code>
  </footer>
);

export const Heading = ({ title }: ViewOf<'heading'>) => <Named as="h2" dir="auto" name={title} />;

export const Empty = ({ says }: ViewOf<'empty'>) => <p class="empty">{says}</p>;

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Names = ({ seats }: { seats: readonly Seat[] }) =>
  seats.map(({ agentId, agentName }, index) => (
    <>
      {index > 0 && ', '}
      <Name title={agentId}>{agentName}</Name>
    </>
  ));

/** The session in a few words. */
export const Summary = ({ session, holds }: ViewOf<'summary'>) => {
  const { creator, agents, forkedFrom, createdAt, lastActivityAt, completedAt } = session;
  const partners = agents.filter(({ agentId }) => agentId !== creator.agentId);
  const contents = Object.entries(holds).map(([what, size]) => plural(size, what));
  const moments = Object.entries({ Created: createdAt, 'Last activity': lastActivityAt, Completed: completedAt });
  return (
    <div class="card card-text">
      <p class="site-state line wrap">
        <StatusPill status={session.status} isCalm />
        <span class="pill">{session.visibility}</span>
        <span class="pill">{session.mode}</span>
        <span class="dim">{contents.join(' · ')}</span>
      </p>
      <dl class="facts is-wide">
        <Fact name="Creator">
          <Name>{creator.agentName}</Name>
        </Fact>
        {partners.length > 0 && (
          <Fact name="Partners">
            <Names seats={partners} />
          </Fact>
        )}
        {forkedFrom && (
          <Fact name="Forked from">
            <code>{forkedFrom.sessionId}</code> at {forkedFrom.seq}
          </Fact>
        )}
        {moments.map(
          ([name, at]) =>
            at !== null && (
              <Fact key={name} name={name}>
                <When at={at} isWhole />
              </Fact>
            ),
        )}
      </dl>
    </div>
  );
};
