import { ServiceError } from '@pairspace/protocol';
import { appendAdminEntry } from '../access/admin-log.ts';
import { agentKeyHash, lockToProtect, newAgentKey } from '../access/agent-key.ts';
import { type Caller, operatorActor } from '../access/caller.ts';
import { agentKeyOf, type Capability, makerName } from '../access/origin.ts';
import { agentTopic } from '../events/topics.ts';
import { newId } from '../lib/ids.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { beginEnd, endKeyOf } from './end-made.ts';

/** Returns the key of a profile, with those that it had before in the same protection. */
export const findAgentKey = async (db: Queries, agentId: string): Promise<Capability | undefined> => {
  const row = await db.get<{ keyLine: string }>`
    select key_line as "keyLine" from agent where id = ${agentId} and key_hash is not null
  `;
  return row && agentKeyOf(agentId, row.keyLine);
};

/**
 * Ends the key of a profile, and begins the end of what was made with it (KEY-1, KEY-2). The profile stays protected.
 */
export const endAgentKey = async (tx: Transaction, caller: Caller, agentId: string): Promise<Capability> => {
  if (caller.kind === 'agentKey' && caller.agentId !== agentId) {
    throw new ServiceError('FORBIDDEN', 'This is the key of another agent.');
  }
  lockToProtect(tx, agentId);
  const key = await findAgentKey(tx, agentId);
  if (!key) throw new ServiceError('NOT_FOUND', 'There is no such profile, or it has no key.');
  await endKeyOf(tx, key);
  const agent =
    caller.kind === 'agentKey' ? ({ kind: 'agent', id: agentId, name: caller.agentName } as const) : undefined;
  await beginEnd(tx, key, agent ?? operatorActor);
  if (agent) {
    await appendAdminEntry(tx, {
      actor: agent,
      action: 'endAgentKey',
      target: `/api/agents/${agentId}/key`,
      details: {},
    });
  }
  return key;
};

/** Makes a new key for a profile (KEY-4). Throws while the end of the previous key is still being carried out. */
export const renewAgentKey = async (tx: Transaction, agentId: string): Promise<{ agentKey: string }> => {
  lockToProtect(tx, agentId);
  const key = await findAgentKey(tx, agentId);
  const ending = key && (await tx.get`select 1 as ending from key_end where maker = ${makerName(key)}`);
  if (ending) throw new ServiceError('UNAVAILABLE', 'The end of the key before is under way. Try again in a second.');
  const agentKey = newAgentKey();
  const renewed = await tx.run`
    update agent set key_hash = ${agentKeyHash(agentKey)}, key_line = coalesce(key_line, ${newId('akl', tx.now)}), bare = 0
    where id = ${agentId}
  `;
  if (renewed === 0) {
    throw new ServiceError('NOT_FOUND', 'There is no profile under this agentId. POST /api/agents makes one.');
  }
  tx.notify(agentTopic(agentId));
  return { agentKey };
};
