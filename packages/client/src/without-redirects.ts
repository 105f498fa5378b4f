import { answered } from './failed-call.ts';

/**
 * A `fetch` that follows no redirect (DOOR-32): whoever answers could send the request, with its body, to any address that
 * this machine reaches and the answerer does not.
 */
export const withoutRedirects =
  (fetch?: typeof globalThis.fetch): typeof globalThis.fetch =>
  (url, init) =>
    // A browser refuses its `fetch` when that is called as a method of another object.
    (fetch ?? globalThis.fetch)(url, { ...init, redirect: 'manual' });

/** A request beside the client’s methods, such as a download: follows no redirect, and fails as they do. */
export const sendRequest = (url: string, init: RequestInit): Promise<Response> =>
  answered({ url, init }, withoutRedirects()(url, init));
