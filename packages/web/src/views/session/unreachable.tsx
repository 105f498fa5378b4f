import { useOpen } from '../../lib/use-open.ts';
import { needsKey, sayFailure } from '../../model/service.ts';
import type { Connection, SessionFeed } from '../../model/session-feed.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { KeyForm } from '../../ui/key-form.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { OpenSession } from '../home/open-session.tsx';
import { Button } from '../../ui/button.tsx';

type Ended = Extract<Connection, { kind: 'ended' }>;

const describe = ({ why, error }: Ended): readonly [what: string, then: string] => {
  if (why === 'shut')
    return ['This session is private.', 'Open it with its watch link, or with a token of the session.'];
  if (why === 'missing') return ['There is no such session.', 'It was deleted, or the address is wrong.'];
  return ['No answer.', sayFailure(error)];
};

const AllSessions = ({ isPrimary }: { isPrimary: boolean }) => (
  <a class={`button${isPrimary ? ' primary' : ''}`} href="#/">
    All sessions
  </a>
);

/** Buttons for the next step. The step that is likely to help comes first. */
const Ways = ({ why, onOpen }: Pick<Ended, 'why'> & { onOpen: () => void }) => (
  <div class="form-row">
    {why === 'missing' && <AllSessions isPrimary />}
    {why !== 'failed' && (
      <Button class={`button${why === 'shut' ? ' primary' : ''}`} act={onOpen} says="Open with a token" />
    )}
    {why !== 'missing' && <TryAgain />}
    {why !== 'missing' && <AllSessions isPrimary={false} />}
  </div>
);

/** The page of a session while it opens, or when it could not be read. */
export const Unreachable = ({ feed }: { feed: SessionFeed }) => {
  const [isOpening, open, close] = useOpen();
  const { connection } = feed;
  if (connection.kind !== 'ended')
    return (
      <PageFrame title="Session" at="sessions">
        <p class="empty" role="status">
          <span class="spinner" aria-hidden="true" /> Opening the session
        </p>
      </PageFrame>
    );
  const [what, then] = describe(connection);
  const isClosed = needsKey(connection.error);
  return (
    <PageFrame title="Session" at="sessions">
      <div class="empty" role="alert">
        {isClosed ? (
          <KeyForm />
        ) : (
          <>
            <strong>{what}</strong>
            <p>{then}</p>
          </>
        )}
        <Ways why={connection.why} onOpen={open} />
      </div>
      {isOpening && <OpenSession here={feed.sessionId} onClose={close} />}
    </PageFrame>
  );
};
