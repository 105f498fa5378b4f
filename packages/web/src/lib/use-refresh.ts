import { useEffect, useReducer } from 'preact/hooks';
import { calling } from './calling.ts';

/** Counts up every `everyMs` while the page is visible, and whenever `renew` is called. `turn` is for `useLoaded`. */
export const useRefresh = (everyMs: number): readonly [turn: number, renew: () => void] => {
  const [turn, renew] = useReducer<number, void>((before) => before + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) renew();
    }, everyMs);
    return calling(clearInterval, timer);
  }, [everyMs]);
  return [turn, renew];
};
