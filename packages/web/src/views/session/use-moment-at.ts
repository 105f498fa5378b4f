import { applyEvents, emptySessionState, type SessionState } from '@pairspace/client';
import type { Event } from '@pairspace/protocol';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { sayFailure } from '../../model/service.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

/** The session at the end of its log, or as it was after an earlier entry. */
export interface Moment {
  isPast: boolean;
  /** The last entry of this moment. */
  seq: number;
  state: SessionState;
  /** The whole log, once it was read. The page reads it when the reader goes back in time for the first time. */
  history: History | undefined;
  loading: { share: number } | { why: string } | undefined;
}

/**
 * A log that was read, with a snapshot of the state after every `statesApart` entries, so that any state is near one.
 */
export class History {
  readonly events: readonly Event[];
  readonly #states: SessionState[] = [emptySessionState];

  constructor(events: readonly Event[]) {
    this.events = events;
  }

  at(seq: number): SessionState {
    const wanted = Math.floor(seq / statesApart);
    while (this.#states.length <= wanted) {
      const done = (this.#states.length - 1) * statesApart;
      const next = this.events.slice(done, done + statesApart);
      this.#states.push(applyEvents(this.#states.at(-1) ?? emptySessionState, next));
    }
    return applyEvents(this.#states[wanted] ?? emptySessionState, this.events.slice(wanted * statesApart, seq));
  }
}

const statesApart = 250;
/** A longer log would take too much of the page's memory; the page says so. */
export const longestHistory = 30_000;
const tooLong = `This log is longer than ${String(longestHistory)} entries; the page goes back in shorter ones.`;

type Reading = Pick<Moment, 'history' | 'loading'>;

/** Reads the log up to its end when the entry `at` is wanted, unless the log that was read before reaches that far. */
const useHistory = ({ events: log }: SessionFeed, at: number | undefined): Reading => {
  const [history, setHistory] = useState<History>();
  const [loading, setLoading] = useState<Moment['loading']>();
  const isWanted = at !== undefined && log.lastSeq > 0;
  const isLongEnough = (history?.events.length ?? 0) >= (at ?? 0);
  useEffect(() => {
    if (!isWanted || isLongEnough) return;
    if (log.lastSeq > longestHistory) {
      setLoading({ why: tooLong });
      return;
    }
    const left = new AbortController();
    const tell = (share: number): void => {
      setLoading({ share });
    };
    tell(0);
    log.readWhole(log.lastSeq, tell, left.signal).then(
      (events) => {
        if (left.signal.aborted) return;
        setHistory(new History(events));
        setLoading(undefined);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setLoading({ why: sayFailure(error) });
      },
    );
    return () => {
      left.abort();
    };
  }, [log, isWanted, isLongEnough]);
  return { history, loading: isWanted ? loading : undefined };
};

export const useMomentAt = (feed: SessionFeed, at: number | undefined): Moment => {
  const { history, loading } = useHistory(feed, at);
  const isLongEnough = (history?.events.length ?? 0) >= (at ?? 0);
  const past = useMemo(
    () => (at === undefined || !history || !isLongEnough ? undefined : history.at(at)),
    [history, at, isLongEnough],
  );
  if (past) return { isPast: true, seq: past.seq, state: past, history, loading };
  return { isPast: false, seq: feed.events.lastSeq, state: feed.state, history, loading };
};
