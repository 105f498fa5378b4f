import { Delivery } from '@pairspace/protocol';

/** Headers in the form of `fetch`, or of Node’s `http` and the frameworks on it. */
export type HeadersLike = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The greatest difference in seconds between a signature and this clock. Default 300. */
  toleranceSeconds?: number;
  /** The present time, in milliseconds. */
  now?: () => number;
}

/** A request that cannot be verified as a delivery. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const headerName = 'x-pair-signature';

/**
 * Verifies that a request is an unchanged, recent delivery of this webhook, and returns the delivery; throws
 * `WebhookVerificationError` otherwise (HOOK-9). `body` is the raw body of the request, before any parsing.
 * `secret` may hold several secrets, such as the old and the new one during a rotation. A signature in the header must
 * fit a secret; the comparison takes constant time.
 */
export const verifyWebhook = async (
  headers: HeadersLike,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<Delivery> => {
  const { seconds, signatures } = parseHeader(readHeader(headers));
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenated(new TextEncoder().encode(`${seconds}.`), bytes);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!(await anyFits(secrets, signatures, signed))) {
    throw new WebhookVerificationError(
      'The signature does not fit: another secret, or a body that is not as it was sent.',
    );
  }
  if (Math.abs(now() / 1000 - Number(seconds)) > toleranceSeconds) {
    throw new WebhookVerificationError(`The signature is more than ${String(toleranceSeconds)} s away from now.`);
  }
  return parseDelivery(bytes);
};

const readHeader = (headers: HeadersLike): string => {
  const value = isHeaders(headers)
    ? headers.get(headerName)
    : Object.entries(headers).find(([name]) => name.toLowerCase() === headerName)?.[1];
  if (typeof value === 'string') return value;
  throw new WebhookVerificationError('There is no header X-Pair-Signature, or more than one.');
};

const isHeaders = (headers: HeadersLike): headers is Pick<Headers, 'get'> => typeof headers.get === 'function';

const parseHeader = (header: string): { seconds: string; signatures: Uint8Array<ArrayBuffer>[] } => {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const [seconds, ...others] = parts.flatMap(([key, value]) => (key === 't' && value !== undefined ? [value] : []));
  const signatures = parts.flatMap(([key, value]) => (key === 'v1' ? [bytesOf(value ?? '')] : []));
  if (seconds === undefined || others.length > 0 || !/^\d{1,12}$/.test(seconds) || signatures.length === 0) {
    throw new WebhookVerificationError('The header X-Pair-Signature is not of the form t=…,v1=….');
  }
  return { seconds, signatures };
};

/** A signature that is not 64 hexadecimal digits becomes empty bytes, which fit nothing. */
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(/^[0-9a-f]{64}$/i.test(hex) ? (hex.match(/../g) ?? []) : [], (pair) => parseInt(pair, 16));

const anyFits = async (
  secrets: readonly string[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  let fits = false;
  for (const secret of secrets) {
    const raw = new TextEncoder().encode(secret);
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) fits = true;
    }
  }
  return fits;
};

const concatenated = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
};

const parseDelivery = (bytes: Uint8Array): Delivery => {
  try {
    return Delivery.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (cause) {
    throw new WebhookVerificationError('The body is signed, but it is no delivery.', { cause });
  }
};
