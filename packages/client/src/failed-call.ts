/** There was no readable answer: the network failed, or the connection was cut. `cause` is the reason. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';

  constructor(url: string, cause: unknown) {
    super(`No answer from ${URL.canParse(url) ? new URL(url).origin : 'an address that is none'}: ${wordsOf(cause)}`, {
      cause,
    });
  }
}

const wordsOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'it is not told why';
  return cause.cause instanceof Error ? `${cause.message} (${reasonOf(cause.cause)})` : cause.message;
};

/**
 * The message of a network fault; for other faults, such as a bad certificate, only the code, because their message may
 * come from the server.
 */
const reasonOf = (fault: Error & { code?: unknown }): string => {
  const { code, message } = fault;
  return typeof code === 'string' && !/^E(?!RR_)/.test(code) ? code : message;
};

/**
 * The result of a request, including requests that bypass the client. A network failure is thrown as
 * `ConnectionFailed`, an abort with its own reason.
 */
export const answered = async <T>(
  { url, init }: { url: string; init: RequestInit },
  answer: Promise<T>,
): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw init.signal?.aborted && error === init.signal.reason ? error : new ConnectionFailed(url, error);
  }
};

const keys = new WeakMap<Error, string>();

/**
 * The `Idempotency-Key` of the POST that failed with this error. The service may have carried out the POST all the
 * same. The same call with this key in its headers finds out, and takes effect at most once (IDEM-1). An abort has no
 * key: pass your own key to a call that may be aborted.
 */
export const idempotencyKeyOf = (error: unknown): string | undefined =>
  error instanceof Error ? keys.get(error) : undefined;

// The key is kept outside the error, so that logs of the error do not hold it. The key decrypts the stored answer.
export const withKey = (error: unknown, key: string | null): unknown => {
  if (error instanceof Error && key !== null) keys.set(error, key);
  return error;
};
