import type { FastifyRequest } from 'fastify';
import { isAgentKey } from '../../access/agent-key.ts';
import { findCreateKey } from '../../access/create-key.ts';
import { needsReaderKey } from '../../access/guard.ts';
import { findIdentity, findKeyIdentity } from '../../access/identity-row.ts';
import { tokenHash } from '../../access/token.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import type { Queries } from '../../storage/storage.ts';
import { bearerToken } from './request-head.ts';

export interface Face {
  read: Queries;
  readers: 'anyone' | 'key';
  now: () => number;
  serviceLimits: Pick<ServiceLimits, 'atWork'>;
}

/**
 * Admits a request to MCP or A2A, which are no endpoints, before its body is read. Where readers need a key, it needs a
 * token of a session, an agent key or a create key (MOD-13).
 */
export const admitToFace = async (
  { ip, headers }: FastifyRequest,
  { read, readers, now, serviceLimits }: Face,
): Promise<void> => {
  serviceLimits.atWork.assertRoom({ address: clientAddressOf(ip) });
  const bearer = bearerToken(headers.authorization);
  if (readers !== 'key') return;
  const createKey = headers['x-create-key']?.toString();
  if (createKey !== undefined && (await findCreateKey(read, createKey, now()))) return;
  if (bearer === undefined) throw needsReaderKey();
  const hash = tokenHash(bearer);
  const isKnown = isAgentKey(bearer)
    ? (await findKeyIdentity(read, hash, undefined)).agent_id !== null
    : (await findIdentity(read, hash, undefined)).session_id !== null;
  if (!isKnown) throw needsReaderKey();
};
