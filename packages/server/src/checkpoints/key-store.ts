import type { PublicKey } from '@pairspace/protocol';
import type { Queries, Transaction } from '../storage/storage.ts';
import { publicKeyOf } from './signer.ts';

/** The keys that the service generated, newest first. */
export const listOwnKeys = (db: Queries): Promise<{ keyId: string; sealedSeed: string }[]> =>
  db.all<{ keyId: string; sealedSeed: string }>`
    select key_id as "keyId", sealed_seed as "sealedSeed" from signing_key where sealed_seed is not null
    order by created_at desc, key_id
  `;

/** Stores a key; a known key stays unchanged. */
export const addKey = async (tx: Transaction, { kid, x }: PublicKey, sealedSeed: string | null): Promise<void> => {
  await tx.run`
    insert into signing_key (key_id, public_key, sealed_seed, created_at) values (${kid}, ${x}, ${sealedSeed}, ${tx.now})
    on conflict (key_id) do nothing
  `;
};

/** All public keys, the newest first. */
export const listPublicKeys = async (db: Queries): Promise<PublicKey[]> => {
  const rows = await db.all<{ x: string }>`
    select public_key as x from signing_key order by created_at desc, key_id
  `;
  return rows.map(({ x }) => publicKeyOf(x));
};
