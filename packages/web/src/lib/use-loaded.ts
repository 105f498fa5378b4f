import { useEffect, useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';

export type Loaded<T> =
  | { state: 'loading'; value?: T | undefined }
  | { state: 'failed'; why: string; error?: unknown; value?: T | undefined }
  | { state: 'loaded'; value: T };

/**
 * The result of `load`, loaded anew when one of `inputs` changes. The old value stays until the new one has arrived.
 */
export const useLoaded = <T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> => {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useEffect(() => {
    const left = new AbortController();
    setLoaded(({ value }) => ({ state: 'loading', value }));
    load(left.signal).then(
      (value) => {
        if (!left.signal.aborted) setLoaded({ state: 'loaded', value });
      },
      (error: unknown) => {
        if (!left.signal.aborted) setLoaded(({ value }) => ({ state: 'failed', why: sayFailure(error), error, value }));
      },
    );
    return () => {
      left.abort();
    };
  }, inputs);
  return loaded;
};
