import { type Client, ConnectionFailed, createClient, ServiceError } from '@pairspace/client';
import { keptSecret } from './kept-secret.ts';
import { tokensOf } from './kept-tokens.ts';

/** The service that sent this page. */
export const baseUrl = URL.canParse('.', document.baseURI)
  ? new URL('.', document.baseURI).href.replace(/\/$/, '')
  : 'https://pairspace.invalid';

/** How requests are made; undefined for the browser's own way. */
let transport: typeof globalThis.fetch | undefined;

/** Inside a program that shows this view, requests go through that program, and there is nothing to steer. */
export const isInHost = (): boolean => transport !== undefined;

export const readThrough = (fetch: typeof globalThis.fetch): void => {
  transport = fetch;
};

/** The create key of this tab, by which a closed service knows its holder. */
export const { get: createKey, keep: keepCreateKey } = keptSecret('pairspace.create-key');

/** Sends a request to the service, with the create key if the tab has one. */
export const send: typeof globalThis.fetch = (url, init) => {
  const key = transport ? undefined : createKey();
  if (key === undefined) return (transport ?? globalThis.fetch)(url, init);
  const headers = new Headers(init?.headers);
  headers.set('x-create-key', key);
  return globalThis.fetch(url, { ...init, headers });
};

export const stranger: Client = createClient({ baseUrl, fetch: send });

/** Whether something was refused because a key is missing, or is not valid any more. */
export const needsKey = (error: unknown): boolean =>
  error instanceof ServiceError && /^(create_)?key$/.test(String(error.details?.['reason']));

/** Reads as the observer where there is one: an agent that reads must not look as if it were awake. */
export const readerOf = (sessionId: string): Client => {
  const { agent, observer } = tokensOf(sessionId);
  return stranger.withToken(observer ?? agent);
};

export const agentOf = (sessionId: string): Client | undefined => {
  const { agent } = tokensOf(sessionId);
  return agent === undefined ? undefined : stranger.withToken(agent);
};

/** A failure as one sentence for a person. */
export const sayFailure = (error: unknown): string => {
  if (error instanceof ServiceError) return error.message;
  return error instanceof ConnectionFailed
    ? 'The service did not answer. Is it running, and is this device online?'
    : String(error);
};
