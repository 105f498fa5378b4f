import type { FastifyRequest } from 'fastify';
import { isAgentKey } from '../../access/agent-key.ts';
import { findCreateKey } from '../../access/create-key.ts';
import { needsReaderKey } from '../../access/guard.ts';
import { findIdentity, findKeyIdentity } from '../../access/identity-row.ts';
import { hashOfToken, tokenHash } from '../../access/token.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import type { Client } from '../../limits/request-limits.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import type { Queries } from '../../storage/storage.ts';
import { bearerToken } from './request-head.ts';

interface Face {
  read: Queries;
  readers: 'anyone' | 'key';
  now: () => number;
  serviceLimits: Pick<ServiceLimits, 'requests' | 'requestsAtWork'>;
}

/**
 * Counts a request to MCP or A2A, which are no endpoints: under its token if the token is known, otherwise under its
 * address (NET-8).
 */
export const limitRequest = async (
  { ip, headers }: FastifyRequest,
  { read, readers, now, serviceLimits: { requests, requestsAtWork } }: Face,
): Promise<Client> => {
  const address = clientAddressOf(ip);
  requestsAtWork.assertRoom({ address, client: address });
  const hash = hashOfToken(bearerToken(headers.authorization));
  const known = hash !== undefined && (await findIdentity(read, hash, undefined)).session_id !== null;
  const client = { address, client: known ? hash : address };
  requests.countAddress(client);
  if (readers === 'key' && !known && !(await hasKey(headers, { read, now }))) throw needsReaderKey();
  return client;
};

/** Whether the request carries a valid agent key or create key (MOD-13). */
const hasKey = async (
  headers: FastifyRequest['headers'],
  { read, now }: Pick<Face, 'read' | 'now'>,
): Promise<boolean> => {
  const createKey = headers['x-create-key']?.toString();
  if (createKey !== undefined && (await findCreateKey(read, createKey, now()))) return true;
  const bearer = bearerToken(headers.authorization);
  if (bearer === undefined || !isAgentKey(bearer)) return false;
  return (await findKeyIdentity(read, tokenHash(bearer), undefined)).agent_id !== null;
};
