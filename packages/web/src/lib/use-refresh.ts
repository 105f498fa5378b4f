import { useEffect, useState } from 'preact/hooks';

/** Counts up every `everyMs` while the page is visible, and whenever `renew` is called. `turn` is for `useLoaded`. */
export const useRefresh = (everyMs: number): readonly [turn: number, renew: () => void] => {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((before) => before + 1);
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [everyMs]);
  const renew = (): void => {
    setTurn((before) => before + 1);
  };
  return [turn, renew];
};
