import { useState } from 'preact/hooks';
import { sayFailure } from '../../model/service.ts';
import type { SessionFeed } from '../../model/session-feed.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { OpenSession } from '../home/open-session.tsx';

/** A session of which nothing was read: not yet, or never. */
export const Unreachable = ({ feed }: { feed: SessionFeed }) => {
  const [isOpening, setOpening] = useState(false);
  const { connection } = feed;
  if (connection.kind !== 'ended')
    return (
      <PageFrame title="Session" at="sessions">
        <p class="empty" role="status">
          <span class="spinner" aria-hidden="true" /> Opening the session
        </p>
      </PageFrame>
    );
  const isShut = connection.why === 'shut';
  return (
    <PageFrame title="Session" at="sessions">
      <div class="empty" role="alert">
        <strong>
          {isShut
            ? 'This session is private.'
            : connection.why === 'missing'
              ? 'There is no such session.'
              : 'No answer.'}
        </strong>
        <p>
          {isShut
            ? 'Open it with its watch link, or with a token of the session.'
            : connection.why === 'missing'
              ? 'It was deleted, or the address is wrong.'
              : sayFailure(connection.error)}
        </p>
        <div class="form-row">
          {isShut && (
            <button
              type="button"
              class="button primary"
              onClick={() => {
                setOpening(true);
              }}
            >
              Open with a token
            </button>
          )}
          <button
            type="button"
            class="button"
            onClick={() => {
              location.reload();
            }}
          >
            Try again
          </button>
          <a class="button" href="#/">
            All sessions
          </a>
        </div>
      </div>
      {isOpening && (
        <OpenSession
          onClose={() => {
            setOpening(false);
            location.reload();
          }}
        />
      )}
    </PageFrame>
  );
};
