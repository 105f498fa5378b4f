import type { FastifyRequest } from 'fastify';
import { assertCleanUrl } from '../http/transport/request-head.ts';
import type { A2aAgent } from './a2a-call.ts';

/** The agent at an address, and the rest of the path. */
export interface Place {
  agent: A2aAgent;
  /** Empty for JSON-RPC. */
  rest: string;
}

/**
 * Reads `/a2a/:sessionId/:agentId/…`. No agentId begins with `.` or is `-`, so that the card of a session, and its
 * HTTP+JSON below `/-`, never stand in for a seat.
 */
export const placeOf = ({ url }: FastifyRequest): Place | undefined => {
  assertCleanUrl(url);
  const [path = ''] = url.split('?');
  const [sessionId = '', ...rest] = path.split('/').slice(2).map(decodeURIComponent);
  if (sessionId === '') return undefined;
  const [first = '', ...further] = rest;
  if (first === '' || first.startsWith('.')) return { agent: { sessionId, agentId: null }, rest: rest.join('/') };
  return { agent: { sessionId, agentId: first === '-' ? null : first }, rest: further.join('/') };
};
