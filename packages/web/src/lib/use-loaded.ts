import { useEffect, useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';
import { keepReading } from './keep-reading.ts';

export interface Loaded<T> {
  state: 'loading' | 'failed' | 'loaded';
  /** The newest value that was read. */
  value?: T | undefined;
  /** Why the last reading has failed; empty if it has not. */
  why: string;
  error?: unknown;
}

/**
 * The result of `load`, loaded anew when one of `inputs` changes, and after a pause when it has failed otherwise than by
 * a refusal. The old value stays until the new one has arrived.
 */
export const useLoaded = <T>(load: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> => {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading', why: '' });
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    setLoaded(({ value }) => ({ state: 'loading', why: '', value }));
    const read = async (): Promise<void> => {
      const value = await load(signal);
      if (!signal.aborted) setLoaded({ state: 'loaded', why: '', value });
    };
    void keepReading(read, signal, (error) => {
      if (!signal.aborted) setLoaded(({ value }) => ({ state: 'failed', why: sayFailure(error), error, value }));
    });
    return () => {
      left.abort();
    };
  }, inputs);
  return loaded;
};
