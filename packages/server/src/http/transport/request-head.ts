import { type Endpoint, invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { withoutEndSlashes } from '../../lib/without-end-slashes.ts';

/** Path parameters by their names in the endpoint's path. */
export const paramsOf = (endpoint: Endpoint, request: FastifyRequest): Record<string, string> => {
  const { '*': rest, ...params } = request.params as Record<string, string>;
  const restName = /\*(\w+)$/.exec(endpoint.path)?.[1];
  return restName && rest !== undefined ? { ...params, [restName]: rest } : params;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The address of the service for people and programs outside, if the operator has named one. */
    publicUrl: string | undefined;
  }
}

/** The address of the service in this request, without a slash at the end. */
export const addressOf = ({ server, protocol, host }: FastifyRequest): string =>
  server.publicUrl === undefined ? `${protocol}://${host}` : withoutEndSlashes(server.publicUrl);

/**
 * Refuses two kinds of URL that the router accepts: with invalid percent-encoding in the query, and with NUL (API-13).
 */
export const assertCleanUrl = (url: string): void => {
  if (!url.includes('%')) return;
  try {
    decodeURIComponent(url);
  } catch {
    throw invalid('query', 'is not percent-encoded correctly');
  }
  if (url.includes('%00')) throw invalid('url', 'must not hold NUL');
};

/** The token of an `Authorization` header; undefined without the header. */
export const bearerToken = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new ServiceError('UNAUTHORIZED', 'Send the token as "Authorization: Bearer <token>".');
  return token;
};

/** The media type that `Accept` prefers to JSON and to the others; undefined for JSON. */
export const preferred = <Type extends string>(
  accept: string | undefined,
  mediaTypes: readonly Type[],
): Type | undefined => {
  if (accept === undefined) return undefined;
  const chosen = new Negotiator({ headers: { accept } }).mediaType(['application/json', ...mediaTypes]);
  return mediaTypes.find((mediaType) => mediaType === chosen);
};

/** A signal that aborts when the connection of a request closes. */
export const closedSignal = (reply: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    closed.abort();
  });
  if (reply.raw.destroyed) closed.abort();
  return closed.signal;
};
