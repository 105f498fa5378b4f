import { useRef, useState } from 'preact/hooks';

/** Runs one act at a time: `run` ignores an act while another runs, also before the page was rendered as busy. */
export const useBusy = (): [isBusy: boolean, run: (act: () => Promise<void>) => Promise<void>] => {
  const [isBusy, setBusy] = useState(false);
  const runs = useRef(false);
  const change = (next: boolean): void => {
    runs.current = next;
    setBusy(next);
  };
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (runs.current) return;
    change(true);
    await act().finally(() => {
      change(false);
    });
  };
  return [isBusy, run];
};
