import { ServiceError } from '@pairspace/client';
import { useEffect, useState } from 'preact/hooks';
import { type Overview, readOverview } from '../../model/operator.ts';
import { sayFailure } from '../../model/service.ts';

const everyMs = 5000;
/** The number of overviews in five minutes. */
const mostKept = 60;

interface Watched {
  /** Oldest first. */
  history: readonly Overview[];
  /** The problem in a sentence; empty without one. */
  why: string;
  /** The token is not the operator's. */
  isRefused: boolean;
}

const nothing: Watched = { history: [], why: '', isRefused: false };

/** Reads the overview every few seconds while the page is visible, and keeps the earlier ones. */
export const useOverview = (token: string | undefined): Watched => {
  const [watched, setWatched] = useState(nothing);
  useEffect(() => {
    setWatched(nothing);
    if (token === undefined) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      if (!document.hidden) {
        try {
          const overview = await readOverview(token, left.signal);
          setWatched(({ history }) => ({ ...nothing, history: [...history, overview].slice(-mostKept) }));
        } catch (error) {
          if (left.signal.aborted) return;
          const isRefused = error instanceof ServiceError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code);
          const why = isRefused ? 'This is not the operator’s token.' : sayFailure(error);
          setWatched(({ history }) => ({ history, why, isRefused }));
          if (isRefused) return;
        }
      }
      if (!left.signal.aborted) timer = setTimeout(() => void read(), everyMs);
    };
    void read();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [token]);
  return watched;
};
