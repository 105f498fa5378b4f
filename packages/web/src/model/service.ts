import { type Client, ConnectionFailed, createClient, ServiceError } from '@pairspace/client';
import { keptText } from './kept-text.ts';
import { tokensOf } from './kept-tokens.ts';

/** The address of the service that sent this page, without a slash at its end. */
export const baseUrl = URL.canParse('.', document.baseURI)
  ? new URL('.', document.baseURI).href.replace(/\/$/, '')
  : 'https://pairspace.invalid';

/** The `fetch` function for requests; undefined for that of the browser. */
let transport: typeof globalThis.fetch | undefined;

/** Whether another program shows this view. Requests then go through that program, and the view steers nothing. */
export const isInHost = (): boolean => transport !== undefined;

export const readThrough = (fetch: typeof globalThis.fetch): void => {
  transport = fetch;
};

/** The create key of this tab, by which a closed service recognises the reader. */
export const { get: createKey, keep: keepCreateKey } = keptText('pairspace.create-key');

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

/** Whether the service says that there is no such thing. */
export const isMissing = (error: unknown): boolean => error instanceof ServiceError && error.code === 'NOT_FOUND';

/**
 * The client for reading, with the observer's token if there is one: a read with the agent's looks like a sign of life.
 */
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
  if (error instanceof ConnectionFailed) return 'The service did not answer. Is it running, and is this device online?';
  return error instanceof Error ? error.message : String(error);
};
