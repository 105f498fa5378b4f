/** There was no answer, or none that could be read: the network failed, or the connection was cut. `cause` says why. */
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

/** A fault of the network in words. Of any other, such as that of a certificate, the code: its words may be the server's. */
const reasonOf = (fault: Error & { code?: unknown }): string => {
  const { code, message } = fault;
  return typeof code === 'string' && !/^E(?!RR_)/.test(code) ? code : message;
};

/**
 * What comes of a request, also of one that is made beside the client. A network that fails is thrown as
 * `ConnectionFailed`, an abort by its own reason.
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
 * The `Idempotency-Key` under which a POST was tried that ended with this error. It may have been done all the same; the
 * same call with this key among its headers tells, and does it at most once (IDEM-1). An abort has none: bring a key to
 * what may be aborted.
 */
export const idempotencyKeyOf = (error: unknown): string | undefined =>
  error instanceof Error ? keys.get(error) : undefined;

// Beside the error, not in it: whoever logs the error does not log what the kept answer is sealed with (IDEM-7).
export const withKey = (error: unknown, key: string | null): unknown => {
  if (error instanceof Error && key !== null) keys.set(error, key);
  return error;
};
