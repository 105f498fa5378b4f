import type { Endpoints, ResultOf, SearchHit } from '@pairspace/protocol';
import { useEffect, useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';
import { useLoaded } from './use-loaded.ts';

export interface Found extends Pick<ResultOf<Endpoints['search']>, 'nextCursor' | 'partial'> {
  items: readonly SearchHit[];
  /** The last entry that the search covered; undefined when it covered all. */
  searchedTo?: number | undefined;
}

export type Find = (query: { q: string; cursor?: string; limit: number }, signal?: AbortSignal) => Promise<Found>;

export interface Search {
  /** Undefined while nothing was searched for. */
  found: Found | undefined;
  isBusy: boolean;
  why: string;
  more: (() => void) | undefined;
}

export const longestQuery = 200;
const pauseMs = 250;
const limit = 20;

/** Debounces a value: returns it once it has not changed for `pauseMs`. */
const useSettled = (value: string): string => {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      settle(value);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
};

const sayWhy = (error: string): string => error.replace(/^query\.q: /, 'The search ');

/** Searches for words while they are typed. `filters` are the values beside the words on which `find` depends. */
export const useSearch = (find: Find, text: string, filters: readonly unknown[] = []): Search => {
  const q = text.trim();
  const wanted = useSettled(q);
  const inputs = [wanted, ...filters];
  const first = useLoaded(async (signal) => (wanted === '' ? undefined : find({ q: wanted, limit }, signal)), inputs);
  const [later, setLater] = useState<readonly Found[]>([]);
  const [why, setWhy] = useState('');
  useEffect(() => {
    setLater([]);
    setWhy('');
  }, inputs);
  const last = later.at(-1) ?? first.value;
  const cursor = last?.nextCursor;
  const more = (): void => {
    if (typeof cursor !== 'string') return;
    find({ q: wanted, limit, cursor }).then(
      (page) => {
        setLater((before) => [...before, page]);
      },
      (error: unknown) => {
        setWhy(sayFailure(error));
      },
    );
  };
  const items = [first.value, ...later].flatMap((page) => page?.items ?? []);
  const hasFailed = first.state === 'failed';
  return {
    found: last && q !== '' && !hasFailed ? { ...last, items } : undefined,
    isBusy: q !== wanted || first.state === 'loading',
    why: sayWhy(hasFailed ? first.why : why),
    more: typeof cursor === 'string' ? more : undefined,
  };
};
