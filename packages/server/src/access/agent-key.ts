import { ServiceError } from '@pairspace/protocol';
import { timingSafeEqual } from 'node:crypto';
import { newSecret } from '../lib/random.ts';
import type { Transaction } from '../storage/storage.ts';
import { tokenHash } from './token.ts';

/** The key of a protected profile; like a token, it is stored as its hash alone (AGT-4). */
export const newAgentKey = (): string => `agk_${newSecret()}`;

/** The form in which an agent key is stored. */
export const agentKeyHash = tokenHash;

/** Refuses whoever would act under a protected id without its key. Returns whether the id has a profile. */
export const assertMayActAs = async (tx: Transaction, agentId: string, key: string | undefined): Promise<boolean> => {
  tx.queueLock(lockOf(agentId), 'shared');
  const row = await tx.get<{ key_hash: string | null }>`select key_hash from agent where id = ${agentId}`;
  if (row) assertAgentKey(agentId, row.key_hash, key);
  return row !== undefined;
};

/** While an id is being protected, nobody takes a seat under it, and the other way round (MOD-8). */
export const lockToProtect = (tx: Transaction, agentId: string): void => {
  tx.queueLock(lockOf(agentId), 'alone');
};

const lockOf = (agentId: string): string => `agent ${agentId}`;

export const assertAgentKey = (agentId: string, keyHash: string | null, key: string | undefined): void => {
  if (keyHash === null) return;
  if (key !== undefined && timingSafeEqual(Buffer.from(agentKeyHash(key)), Buffer.from(keyHash))) return;
  throw new ServiceError(
    'FORBIDDEN',
    `"${agentId}" is protected. Send its key as X-Agent-Key, or use another agentId.`,
    {
      details: { reason: 'agent_key' },
    },
  );
};
