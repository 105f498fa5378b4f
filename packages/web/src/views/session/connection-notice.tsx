import { ServiceError } from '@pairspace/client';
import { sayFailure } from '../../model/service.ts';
import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { TryAgain } from '../../ui/try-again.tsx';
import { useFeed } from './shown.ts';

const endings = {
  deleted: [
    'This session was deleted.',
    'What you see is what this page still holds; nothing of it is on the service.',
  ],
  missing: ['This session is not there any more.', 'What you see is what this page still holds.'],
  shut: [
    'You may not read this session any more.',
    'It was made private, or the token of this tab was revoked. Open it again with another token.',
  ],
  failed: ['The session cannot be followed any more.', ''],
} as const;

const whyLost = (reason: unknown): string => {
  if (reason === undefined) return 'The service closed the stream, as it does when it restarts.';
  if (reason instanceof ServiceError) return sayFailure(reason);
  return 'The service does not answer.';
};

/** Says what is wrong with the connection, and what happens next. */
export const ConnectionNotice = () => {
  const now = useNow(1000);
  const { connection } = useFeed();
  if (connection.kind === 'lost') {
    // A stream that comes back at once is no news.
    if (now - connection.since < 1500) return null;
    return (
      <div class="notice line wrap" data-tone="bad" role="status">
        <span class="spinner" aria-hidden="true" />
        <b>Connection lost</b> {whyLost(connection.reason)} Trying again since{' '}
        {ago(new Date(connection.since).toISOString(), now)}; nothing will be missed.
      </div>
    );
  }
  if (connection.kind !== 'ended') return null;
  const [what, then] = endings[connection.why];
  return (
    <div class="notice line wrap" data-tone="bad" role="alert">
      <b>{what}</b> {then === '' ? sayFailure(connection.error) : then}
      <span class="grow" />
      {connection.why === 'deleted' || connection.why === 'missing' ? (
        <a class="button primary" href="#/">
          All sessions
        </a>
      ) : (
        <TryAgain />
      )}
    </div>
  );
};
