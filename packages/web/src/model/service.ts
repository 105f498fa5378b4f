import { type Client, ConnectionFailed, createClient, ServiceError } from '@pairspace/client';
import { tokensOf } from './kept-tokens.ts';

/** The service that sent this page. */
export const baseUrl = new URL('.', document.baseURI).href.replace(/\/$/, '');

export const stranger: Client = createClient({ baseUrl });

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
