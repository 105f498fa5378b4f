import { useEffect, useReducer } from 'preact/hooks';
import { calling } from './calling.ts';

/** The present time, renewed every `everyMs`. */
export const useNow = (everyMs = 10_000): number => {
  const [now, renew] = useReducer<number, void>(Date.now, Date.now());
  useEffect(() => calling(clearInterval, setInterval(renew, everyMs)), [everyMs]);
  return now;
};
