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
  /** The whole log, once it was read; it is read when somebody goes back for the first time. */
  history: History | undefined;
  loading: { share: number } | { why: string } | undefined;
}

/** A log that was read, with the state after every so many entries, so that any other is near one. */
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

export const useMoment = (feed: SessionFeed, at: number | undefined): Moment => {
  const [history, setHistory] = useState<History>();
  const [loading, setLoading] = useState<Moment['loading']>();
  const { lastSeq } = feed.events;
  const isWanted = at !== undefined && lastSeq > 0;
  const isLongEnough = (history?.events.length ?? 0) >= (at ?? 0);
  useEffect(() => {
    if (!isWanted || isLongEnough) return;
    if (feed.events.lastSeq > longestHistory) {
      setLoading({
        why: `This log is longer than ${String(longestHistory)} entries; the page goes back in shorter ones.`,
      });
      return;
    }
    const left = new AbortController();
    setLoading({ share: 0 });
    feed.events
      .readWhole(
        feed.events.lastSeq,
        (share) => {
          setLoading({ share });
        },
        left.signal,
      )
      .then(
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
  }, [feed, isWanted, isLongEnough]);
  const past = useMemo(
    () => (at === undefined || !history || !isLongEnough ? undefined : history.at(at)),
    [history, at, isLongEnough],
  );
  if (past) return { isPast: true, seq: past.seq, state: past, history, loading };
  return { isPast: false, seq: lastSeq, state: feed.state, history, loading };
};
