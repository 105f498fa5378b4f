import { type ErrorBody, inQuotes, ServiceError, statusOfCode } from '@pairspace/protocol';
import { ConnectionFailed } from './failed-call.ts';
import { refusalOf } from './refusals.ts';
import { type LiveConnection, SilenceTimeout, unlessSilent } from './silence.ts';

/**
 * An answer without the service's envelope: from a proxy, or from another service. The message quotes no body, because
 * the body may come from anyone; `excerpt` holds its first 200 characters.
 */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly status: number;
  readonly excerpt: string;

  constructor(status: number, { why, text = '' }: { why?: string; text?: string } = {}) {
    super(`The answer (status ${String(status)}) is not one of Pairspace${why === undefined ? '' : `: ${why}`}.`);
    this.status = status;
    this.excerpt = text.slice(0, 200);
  }
}

export type Answer = { data: unknown } | { refusal: ServiceError | UnexpectedAnswer; retryAfterMs: number | undefined };

/**
 * Whether a repetition of the same request may succeed. A repetition cannot succeed after a final refusal, or after an
 * error that was thrown before the request was sent.
 */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof ConnectionFailed || error instanceof SilenceTimeout) return true;
  if (!(error instanceof ServiceError || error instanceof UnexpectedAnswer)) return false;
  const isInFlight = error instanceof ServiceError && error.details?.['reason'] === 'request_in_flight';
  return error.status >= 500 || error.status === 429 || isInFlight;
};

/**
 * Whether the failure is an outage of a service that has answered before. An error page of a proxy is such an outage.
 * Status 413 of a proxy is final, because the proxy refuses the same body every time. A permanent redirect (301, 308) is
 * final, because the service has moved.
 */
export const isOutage = (error: unknown): boolean =>
  mayPass(error) ||
  (error instanceof UnexpectedAnswer && (error.status < 200 || error.status > 299) && !lasting.has(error.status));

const lasting = new Set([301, 308, 413]);

const bytesPerMb = 1024 * 1024;
/** A bound above every answer of the service, apart from documents and leases. */
const usualAnswerBytes = 64 * bytesPerMb;
/** The bound for documents and leases: the longest string of the JavaScript engine. */
export const longestAnswerBytes = 512 * bytesPerMb;

/** Takes the payload or the refusal out of the envelope (API-3, API-4). The request id is the refusal's `cause`. */
export const readAnswer = async (
  response: Response,
  mostBytes = usualAnswerBytes,
  connection?: LiveConnection,
): Promise<Answer> => {
  const redirect = redirectIn(response);
  if (redirect) return { refusal: redirect, retryAfterMs: undefined };
  const text = await readText(response, mostBytes, connection);
  if (text === undefined) {
    const why = `it has more than ${String(mostBytes / bytesPerMb)} MB`;
    return { refusal: new UnexpectedAnswer(response.status, { why }), retryAfterMs: undefined };
  }
  const envelope = parse(text);
  if (response.ok && isSuccess(envelope)) return { data: envelope.data };
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return {
    refusal: refusalIn(envelope) ?? new UnexpectedAnswer(response.status, { text }),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  };
};

/** The body as text; undefined if it is longer than allowed, because an unknown service may send without end. */
const readText = async (
  { body }: Response,
  mostBytes: number,
  connection: LiveConnection | undefined,
): Promise<string | undefined> => {
  const reader = body?.getReader();
  const read = () => (reader && connection ? unlessSilent(reader.read(), connection) : reader?.read());
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let piece = await read(); piece?.value; piece = await read()) {
    bytes += piece.value.length;
    if (bytes > mostBytes) {
      await reader?.cancel();
      return undefined;
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
};

/** A redirect as an error that names the origin it leads to. A browser hides that origin. */
const redirectIn = ({ status, type, headers, url }: Response): UnexpectedAnswer | undefined => {
  const location = headers.get('location');
  if (type !== 'opaqueredirect' && (location === null || status < 300 || status > 399)) return undefined;
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const place = target && /^https?:$/.test(target.protocol) ? inQuotes(target.origin, 300) : 'another place';
  return new UnexpectedAnswer(status, {
    why: `it redirects to ${place}, and no redirect is followed; give that address if the service is there`,
  });
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isSuccess = (envelope: unknown): envelope is { ok: true; data: unknown } =>
  typeof envelope === 'object' && envelope !== null && 'data' in envelope && 'ok' in envelope && envelope.ok === true;

// The check is written by hand, because the schema would bring the schema library into every page that uses the client.
const isRefusal = (envelope: unknown): envelope is ErrorBody => {
  const error = (envelope as Partial<ErrorBody> | null | undefined)?.error;
  return (
    typeof error?.code === 'string' && Object.hasOwn(statusOfCode, error.code) && typeof error.message === 'string'
  );
};

const refusalIn = (envelope: unknown): ServiceError | undefined => {
  if (!isRefusal(envelope)) return undefined;
  const { code, message, details, requestId } = envelope.error;
  return refusalOf(code, message, { ...(details && { details }), cause: { requestId } });
};

/** The error in an answer without success, for requests that bypass the client, such as downloads. */
export const readRefusal = async (response: Response): Promise<Error> => {
  const answer = await readAnswer(response);
  return 'data' in answer ? new UnexpectedAnswer(response.status, { why: 'it has no content' }) : answer.refusal;
};
