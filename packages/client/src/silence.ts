/** No data arrived within the timeout. */
export class SilenceTimeout extends Error {
  constructor(silenceMs: number) {
    super(`nothing came for ${String(silenceMs / 1000)} s`);
  }
}

export interface LiveConnection {
  silenceMs: number;
  end: AbortController;
}

/** Awaits a result from the connection. Ends the connection with `SilenceTimeout` if the result takes too long. */
export const unlessSilent = async <T>(awaited: Promise<T>, { silenceMs, end }: LiveConnection): Promise<T> => {
  const silence = setTimeout(() => {
    end.abort(new SilenceTimeout(silenceMs));
  }, silenceMs);
  return awaited.finally(() => {
    clearTimeout(silence);
  });
};

/**
 * Makes a request on a connection that ends with the signal, and throws the reason for the end. `AbortSignal.any` is
 * not used, because in some versions of Node it keeps memory for each request as long as the signal lives.
 */
export const withConnection = async <T>(
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
