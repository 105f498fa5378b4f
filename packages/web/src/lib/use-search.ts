import type { Endpoints, ResultOf, SearchHit } from '@pairspace/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';
import { useLoaded } from './use-loaded.ts';
import { calling } from './calling.ts';

export interface Found extends Pick<ResultOf<Endpoints['search']>, 'nextCursor' | 'partial' | 'warnings'> {
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
    const timer = setTimeout(calling(settle, value), pauseMs);
    return calling(clearTimeout, timer);
  }, [value]);
  return settled;
};

const sayWhy = (error: string): string => error.replace(/^query\.q: /, 'The search ');

/** The pages of a search after the first one. They are read one at a time, and dropped when one of `inputs` changes. */
const useLaterPages = (inputs: readonly unknown[]) => {
  const [pages, setPages] = useState<readonly Found[]>([]);
  const [why, setWhy] = useState('');
  const call = useRef<AbortController>(undefined);
  useEffect(() => {
    setPages([]);
    setWhy('');
    return () => {
      call.current?.abort();
      call.current = undefined;
    };
  }, inputs);
  const read = (find: (signal: AbortSignal) => Promise<Found>): void => {
    if (call.current) return;
    const own = new AbortController();
    const { signal } = own;
    call.current = own;
    find(signal)
      .then((page) => {
        if (!signal.aborted) setPages((before) => [...before, page]);
      })
      .catch((error: unknown) => {
        if (!signal.aborted) setWhy(sayFailure(error));
      })
      .finally(() => {
        if (!signal.aborted) call.current = undefined;
      });
  };
  return { pages, why, read };
};

/** Searches for words while they are typed. `filters` are the values beside the words on which `find` depends. */
export const useSearch = (find: Find, text: string, filters: readonly unknown[] = []): Search => {
  const q = text.trim();
  const wanted = useSettled(q);
  const inputs = [wanted, ...filters];
  const first = useLoaded(async (signal) => (wanted === '' ? undefined : find({ q: wanted, limit }, signal)), inputs);
  const later = useLaterPages(inputs);
  const last = later.pages.at(-1) ?? first.value;
  const cursor = last?.nextCursor;
  const more = (): void => {
    if (typeof cursor === 'string') later.read((signal) => find({ q: wanted, limit, cursor }, signal));
  };
  const items = [first.value, ...later.pages].flatMap((page) => page?.items ?? []);
  return {
    found: last && q !== '' && first.why === '' ? { ...last, items } : undefined,
    isBusy: q !== wanted || first.state === 'loading',
    why: sayWhy(first.why === '' ? later.why : first.why),
    more: typeof cursor === 'string' ? more : undefined,
  };
};
