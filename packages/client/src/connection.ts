import { type Endpoint, withoutEnd } from '@pairspace/protocol';
import { pathTo } from './path-to.ts';
import { pause, type Pause } from './pause.ts';
import { withoutRedirects } from './without-redirects.ts';
import type { AnyRequest } from './request.ts';

export interface ClientOptions {
  /** The address of the service, without `/api`. */
  baseUrl: string;
  /** The token of an agent or observer. Without a token the client is a stranger. */
  token?: string | undefined;
  /** A `fetch` in place of the platform's. */
  fetch?: typeof globalThis.fetch;
  /** The pause between two tries. Tests make it instant. */
  pause?: Pause;
}

/** The service and the identity with which requests are made. */
export interface Connection {
  baseUrl: string;
  token: string | undefined;
  fetch: typeof globalThis.fetch;
  pause: Pause;
}

export const connectionOf = (options: ClientOptions): Connection => ({
  baseUrl: withoutEnd(options.baseUrl, '/'),
  token: options.token,
  fetch: withoutRedirects(options.fetch),
  pause: options.pause ?? pause,
});

// `randomUUID` is not used, because browsers have it on HTTPS alone.
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A request in the form of `fetch`. A POST gets a key by which the service recognises its repetition (IDEM-1). A
 * heartbeat gets none: its repetition is harmless, while a key makes the service sync it and keep its answer for a day.
 */
export const requestOf = (
  { baseUrl, token }: Connection,
  { method, path, countedAs }: Endpoint,
  { params = {}, query = {}, body, headers = {}, signal }: AnyRequest,
): { url: string; init: RequestInit; idempotencyKey: string | null } => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const queryText = search.size === 0 ? '' : `?${search.toString()}`;

  const allHeaders = new Headers({ accept: 'application/json' });
  if (token !== undefined) allHeaders.set('authorization', `Bearer ${token}`);
  if (body !== undefined) allHeaders.set('content-type', 'application/json');
  if (method === 'POST' && countedAs === undefined) allHeaders.set('idempotency-key', newKey());
  for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value);

  return {
    idempotencyKey: allHeaders.get('idempotency-key'),
    url: `${baseUrl}${pathTo({ path }, params)}${queryText}`,
    init: {
      method,
      headers: allHeaders,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    },
  };
};
