import { ServiceError } from '@pairspace/protocol';
import { timingSafeEqual } from 'node:crypto';
import { newSecret } from '../lib/random.ts';
import type { Transaction } from '../storage/storage.ts';
import { agentKeyOf, type Capability, recordOrigin, seatOf } from './origin.ts';
import { tokenHash } from './token.ts';

/** Makes the key of a protected profile. Only the hash of the key is stored, as with a token (AGT-4). */
export const newAgentKey = (): string => `agk_${newSecret()}`;

/** The form in which an agent key is stored. */
export const agentKeyHash = tokenHash;

/** Whether a bearer token has the form of an agent key. */
export const isAgentKey = (token: string): boolean => token.startsWith('agk_');

interface Acting {
  /** Whether the id has a profile. */
  hasProfile: boolean;
  /**
   * The key line for a seat that is taken now: it names the keys that replace each other while a profile stays
   * protected. Null for an id that is not protected (ME-2).
   */
  keyLine: string | null;
  /** The agent key, as the maker of what is made under the id. */
  keys: Capability[];
}

/** Refuses a caller that acts under a protected id without its key. */
export const assertMayActAs = async (tx: Transaction, agentId: string, key: string | undefined): Promise<Acting> => {
  tx.queueLock(lockOf(agentId), 'shared');
  const row = await tx.get<{ key_hash: string | null; key_line: string | null }>`
    select key_hash, key_line from agent where id = ${agentId}
  `;
  if (row) assertAgentKey(agentId, row.key_hash, key);
  const keyLine = row?.key_line ?? null;
  return { hasProfile: row !== undefined, keyLine, keys: keyLine === null ? [] : [agentKeyOf(agentId, keyLine)] };
};

/** Returns the key line of this agent id if `key` is its valid key. */
export const findKeyLine = async (
  tx: Transaction,
  agentId: string,
  key: string | undefined,
): Promise<string | undefined> => {
  if (key === undefined) return undefined;
  tx.queueLock(lockOf(agentId), 'shared');
  const row = await tx.get<{ key_line: string }>`
    select key_line from agent where id = ${agentId} and key_hash = ${agentKeyHash(key)}
  `;
  return row?.key_line;
};

/** Assigns a seat to a key line (ME-2). */
export const giveSeatToKey = (tx: Transaction, { sessionId, agentId, keyLine }: KeyedSeat): void => {
  tx.queueWrite`
    update seat set key_line = ${keyLine}, news_at = (
        select at from inbox join event on event.session_id = inbox.session_id and event.seq = inbox.seq
        where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id
          and inbox.seq > case when read_seq < joined_seq then joined_seq else read_seq end
        order by inbox.seq limit 1
      )
    where session_id = ${sessionId} and agent_id = ${agentId}
  `;
  recordOrigin(tx, seatOf(sessionId, agentId), [agentKeyOf(agentId, keyLine)]);
};

interface KeyedSeat {
  sessionId: string;
  agentId: string;
  keyLine: string;
}

/**
 * Locks an id exclusively. While the id is being protected or its key ends, nobody can take a seat under it, and vice
 * versa (MOD-8).
 */
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
