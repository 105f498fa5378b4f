import { useRef, useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';
import { calling } from './calling.ts';

interface ActionState {
  isBusy: boolean;
  /** The reason for the failure of the last action; empty if the action succeeded. */
  why: string;
  setWhy: (why: string) => void;
  /** Starts an action, unless another action is running, even if the page has not yet been rendered as busy. */
  run: (action: () => Promise<unknown>) => void;
}

/** Runs one action at a time. */
export const useAction = (sayWhy = sayFailure): ActionState => {
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState('');
  const isRunning = useRef(false);
  const change = (next: boolean): void => {
    isRunning.current = next;
    setBusy(next);
  };
  const run = (action: () => Promise<unknown>): void => {
    if (isRunning.current) return;
    change(true);
    setWhy('');
    action()
      .catch((error: unknown) => {
        setWhy(sayWhy(error));
      })
      .finally(calling(change, false));
  };
  return { isBusy, why, setWhy, run };
};
