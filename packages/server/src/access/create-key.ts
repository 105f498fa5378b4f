import { type CreateKey, type NewCreateKey, ServiceError } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { newSecret } from '../lib/random.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { tokenHash } from './token.ts';

interface CreateKeyRow {
  id: string;
  name: string;
  created_at: number;
}

const presentKey = ({ id, name, created_at }: CreateKeyRow): CreateKey => ({
  id,
  name,
  createdAt: isoTime(created_at),
});

/** Makes a key. It is in this answer and nowhere else: its hash alone is stored (MOD-11). */
export const makeCreateKey = async (tx: Transaction, name: string): Promise<NewCreateKey> => {
  const key = `crk_${newSecret()}`;
  const row: CreateKeyRow = { id: newId('key', tx.now), name, created_at: tx.now };
  await tx.run`
    insert into create_key (id, hash, name, created_at) values (${row.id}, ${tokenHash(key)}, ${name}, ${tx.now})
  `;
  return { ...presentKey(row), key };
};

/** The keys, newest first. */
export const listCreateKeys = async (
  db: Queries,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<CreateKey>> => {
  const before = textCursor('create-keys', cursor) ?? 'key_~';
  const rows = await db.all<CreateKeyRow>`
    select id, name, created_at from create_key where id < ${before} order by id desc limit 0 + ${limit + 1}
  `;
  const page = pageOfRows('create-keys', rows, limit, ({ id }) => id);
  return { ...page, items: page.items.map(presentKey) };
};

/** Deletes a key. Entities that were created with it stay. */
export const revokeCreateKey = async (tx: Transaction, id: string): Promise<{ id: string; deleted: true }> => {
  const revoked = await tx.run`delete from create_key where id = ${id}`;
  if (revoked === 0) throw new ServiceError('NOT_FOUND', 'There is no such key.');
  return { id, deleted: true };
};

/** Whether the key is one of those that are valid now. The lookup goes by its digest, so its timing tells nothing. */
export const isCreateKey = async (db: Queries, key: string): Promise<boolean> =>
  (await db.get`select 1 as found from create_key where hash = ${tokenHash(key)}`) !== undefined;
