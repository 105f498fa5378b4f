import { useEffect, useState } from 'preact/hooks';
import { agoPhrase, plural } from '../../lib/format.ts';
import { keepSeen, lastSeen, type LastSeen } from '../../lib/last-seen.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useNow } from '../../lib/use-now.ts';
import { useOpen } from '../../lib/use-open.ts';
import type { SessionFeed } from '../../model/session-feed.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeed, useShown } from './shown.ts';

/** Returns how far the last visit saw this session, and keeps how far this visit sees it. */
export const useLastVisit = ({ sessionId, events }: SessionFeed): LastSeen | undefined => {
  const [before] = useState(() => lastSeen(sessionId));
  const { lastSeq } = events;
  useEffect(() => {
    if (lastSeq > 0 && !document.hidden) keepSeen(sessionId, { seq: lastSeq, at: new Date().toISOString() });
  }, [lastSeq]);
  return before;
};

const Brief = ({ since, onClose }: { since: number; onClose: () => void }) => {
  const feed = useFeed();
  const { value, why } = useLoaded(
    (signal) => feed.client.getBrief({ sessionId: feed.sessionId, since, maxChars: 4000 }, { signal }),
    [since],
  );
  return (
    <Dialog title="In short" onClose={onClose} wide>
      <Failure why={why} />
      {value ? <Markdown text={value.text} /> : <span class="spinner" role="status" aria-label="Reading" />}
    </Dialog>
  );
};

/**
 * Says how many entries are new since the last visit, or that this is the first. Leads to the entries and to a brief.
 */
export const SinceLastVisit = () => {
  const { feed, show, lastVisit } = useShown();
  const [until] = useState(feed.events.lastSeq);
  const [isOpen, open, close] = useOpen();
  const [isClosed, setClosed] = useState(false);
  const now = useNow();
  const seq = lastVisit?.seq ?? 0;
  const added = until - seq;
  if (added <= 0 || isClosed) return null;
  return (
    <div class="notice line wrap last-visit">
      <span class="notice-says">
        {lastVisit ? (
          <>
            <b>{plural(added, 'new entry', 'new entries')}</b> since your last visit, {agoPhrase(lastVisit.at, now)}
          </>
        ) : (
          <>
            <b>Your first visit</b> with this browser; {plural(added, 'entry', 'entries')} so far
          </>
        )}
      </span>
      <Button act={open}>In short</Button>
      <Button
        act={() => {
          setClosed(true);
          show({ seq: seq + 1 });
        }}
      >
        Show
      </Button>
      {isOpen && <Brief since={seq} onClose={close} />}
    </div>
  );
};
