/** Nothing came from the other side for a time. */
export class Silence extends Error {
  constructor(silenceMs: number) {
    super(`nothing came for ${String(silenceMs / 1000)} s`);
  }
}

export interface LiveConnection {
  silenceMs: number;
  /** Ends the connection. */
  end: AbortController;
}

/** Awaits something from the connection; ends the connection with `Silence` if it takes too long. */
export const unlessSilent = async <T>(awaited: Promise<T>, { silenceMs, end }: LiveConnection): Promise<T> => {
  const silence = setTimeout(() => {
    end.abort(new Silence(silenceMs));
  }, silenceMs);
  return awaited.finally(() => {
    clearTimeout(silence);
  });
};

/**
 * Makes a request on a connection that ends with the signal, and throws the reason of its end. `AbortSignal.any` would
 * keep memory for each request, in some versions of Node, as long as the signal lives.
 */
export const onConnection = async <T>(
  { silenceMs, signal }: { silenceMs: number; signal: AbortSignal | undefined },
  request: (connection: LiveConnection) => Promise<T>,
): Promise<T> => {
  const end = new AbortController();
  const stop = (): void => {
    end.abort(signal?.reason);
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    return await request({ silenceMs, end });
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
};
