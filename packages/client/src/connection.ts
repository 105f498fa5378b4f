import { type Endpoint, withoutEnd } from '@pairspace/protocol';
import { pathTo } from './path-to.ts';
import { pause, type Pause } from './pause.ts';
import { withoutRedirects } from './without-redirects.ts';
import type { AnyRequest } from './request.ts';

export interface ClientOptions {
  /** Where the service is; `/api` is added. */
  baseUrl: string;
  /** An agent's or observer's token; without one the client is a stranger. */
  token?: string | undefined;
  /** Another `fetch` than the platform's. */
  fetch?: typeof globalThis.fetch;
  /** How time passes between two tries; tests let it pass at once. */
  pause?: Pause;
}

/** Where and as whom requests are made. */
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

// Not randomUUID, which browsers have on HTTPS alone.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A request that can be made more than once: a POST has a key by which the service knows it again (IDEM-1). */
export const requestOf = (
  { baseUrl, token }: Connection,
  { method, path }: Endpoint,
  { params = {}, query = {}, body, headers = {}, signal }: AnyRequest,
): { url: string; init: RequestInit; idempotencyKey: string | null } => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const queryText = search.size === 0 ? '' : `?${search.toString()}`;

  const allHeaders = new Headers({ accept: 'application/json' });
  if (token !== undefined) allHeaders.set('authorization', `Bearer ${token}`);
  if (body !== undefined) allHeaders.set('content-type', 'application/json');
  if (method === 'POST') allHeaders.set('idempotency-key', newKey());
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
