import { useRef, useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';

interface Acts {
  isBusy: boolean;
  /** Why the last act failed; empty if it did not. */
  why: string;
  setWhy: (why: string) => void;
  /** Runs an act, unless another one runs, also before the page was rendered as busy. */
  run: (act: () => Promise<unknown>) => void;
}

/** Runs one act at a time. */
export const useAct = (sayWhy = sayFailure): Acts => {
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState('');
  const runs = useRef(false);
  const change = (next: boolean): void => {
    runs.current = next;
    setBusy(next);
  };
  const run = (act: () => Promise<unknown>): void => {
    if (runs.current) return;
    change(true);
    setWhy('');
    act()
      .catch((error: unknown) => {
        setWhy(sayWhy(error));
      })
      .finally(() => {
        change(false);
      });
  };
  return { isBusy, why, setWhy, run };
};
