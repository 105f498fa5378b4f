import { answered } from './failed-call.ts';

/**
 * A `fetch` that follows no redirect (DOOR-32). A service could redirect the request and its body to an address that
 * only this machine can reach.
 */
export const withoutRedirects =
  (fetch?: typeof globalThis.fetch): typeof globalThis.fetch =>
  (url, init) =>
    // A browser's `fetch` throws when it is called as a method of another object.
    (fetch ?? globalThis.fetch)(url, { ...init, redirect: 'manual' });

/**
 * A request that bypasses the client’s methods, such as a download. It follows no redirect, and fails with the same
 * errors.
 */
export const sendRequest = (url: string, init: RequestInit): Promise<Response> =>
  answered({ url, init }, withoutRedirects()(url, init));
