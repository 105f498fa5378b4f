import { ServiceError } from '@pairspace/protocol';
import { operatorActor } from '../access/caller.ts';
import { lockCreateKey } from '../access/create-key.ts';
import { createKeyOf, hasMade, makerName } from '../access/origin.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { beginEnd } from './end-made.ts';

/**
 * Ends a create key (MOD-10). With `everything` the end of all that was made under the key begins too (MOD-19), even if
 * the key itself has ended before; returns the number of seats of others that stay in its sessions.
 */
export const endCreateKey = async (
  tx: Transaction,
  keyId: string,
  everything: boolean,
): Promise<number | undefined> => {
  lockCreateKey(tx, keyId);
  const key = createKeyOf(keyId);
  const ended = await tx.run`delete from create_key where id = ${keyId}`;
  if (ended === 0 && !(everything && (await hasMade(tx, key)))) {
    throw new ServiceError('NOT_FOUND', 'There is no such key.');
  }
  if (!everything) return undefined;
  await beginEnd(tx, key, operatorActor);
  return countSeatsOfOthers(tx, makerName(key));
};

/** Counts the seats that were not taken under a key, in sessions whose creator's seat was. */
const countSeatsOfOthers = async (db: Queries, maker: string): Promise<number> => {
  const row = await db.get<{ seats: number }>`
    select count(*) as seats from seat where session_id in (
      select origin.session_id from origin
      join seat creator on creator.session_id = origin.session_id and creator.agent_id = origin.id
      where maker = ${maker} and kind = 'agent' and creator.role = 'creator'
    ) and not exists (
      select 1 from origin
      where maker = ${maker} and origin.session_id = seat.session_id and kind = 'agent' and origin.id = seat.agent_id
    )
  `;
  return row?.seats ?? 0;
};
