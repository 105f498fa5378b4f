import type { Session } from '@pairspace/protocol';
import { keepToken, tokensOf } from '../../model/kept-tokens.ts';
import type { Overview } from '../../model/operator.ts';
import { ago, plural } from '../../lib/format.ts';
import { hrefOf } from '../../lib/route.ts';
import { useNow } from '../../lib/use-now.ts';
import { StatusPill } from '../../ui/status.tsx';
import { When } from '../../ui/when.tsx';
import { Named } from '../../ui/who.tsx';

const Row = ({ session, token, now }: { session: Session; token: string; now: number }) => {
  const { id, name, status, visibility, agents, lastSeq, lastActivityAt } = session;
  // The operator's token reads every session; a token of the session itself can do more.
  const open = (): void => {
    if (tokensOf(id).observer === undefined) keepToken(id, token);
  };
  return (
    <li>
      <a class="operator-row" href={hrefOf(['s', id])} onClick={open}>
        <Named as="strong" class="cut" name={name} />
        <span class="small dim">{visibility}</span>
        <StatusPill status={status} />
        <span class="small dim num">
          {plural(agents.length, 'agent')}, {plural(lastSeq, 'entry', 'entries')}
        </span>
        <span class="small faint">
          <When at={lastActivityAt} text={ago(lastActivityAt, now)} />
        </span>
      </a>
    </li>
  );
};

/** Every session, private ones included, the newest first. */
export const SessionsTable = ({ overview, token }: { overview: Overview; token: string }) => {
  const now = useNow();
  const { sessions, hasMore } = overview;
  return (
    <section>
      <h2 class="label">Sessions, the newest first{hasMore && `: ${String(sessions.length)} of more`}</h2>
      {sessions.length === 0 && <p class="empty">No session yet.</p>}
      <ul class="plain">
        {sessions.map((session) => (
          <Row key={session.id} session={session} token={token} now={now} />
        ))}
      </ul>
    </section>
  );
};
