import { type CreateKey, invalid, type NewCreateKey, ServiceError } from '@pairspace/protocol';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { newSecret } from '../lib/random.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { tokenHash } from './token.ts';

interface CreateKeyRow {
  id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
}

const presentKey = ({ id, name, created_at, last_used_at, expires_at }: CreateKeyRow): CreateKey => ({
  id,
  name,
  createdAt: isoTime(created_at),
  lastUsedAt: isoTimeOrNull(last_used_at),
  expiresAt: isoTimeOrNull(expires_at),
});

/** Makes a create key. Only the returned value holds the key itself; the database stores its hash (MOD-10). */
export const makeCreateKey = async (
  tx: Transaction,
  { name, expiresAt }: { name: string; expiresAt?: string | undefined },
): Promise<NewCreateKey> => {
  const expires = expiresAt === undefined ? null : Date.parse(expiresAt);
  if (expires !== null && expires <= tx.now) throw invalid('body.expiresAt', 'must be in the future');
  const key = `crk_${newSecret()}`;
  const row: CreateKeyRow = {
    id: newId('key', tx.now),
    name,
    created_at: tx.now,
    last_used_at: null,
    expires_at: expires,
  };
  await tx.run`
    insert into create_key (id, hash, name, created_at, expires_at)
    values (${row.id}, ${tokenHash(key)}, ${name}, ${tx.now}, ${expires})
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
    select id, name, created_at, last_used_at, expires_at from create_key where id < ${before} order by id desc limit 0 + ${limit + 1}
  `;
  const page = pageOfRows('create-keys', rows, limit, ({ id }) => id);
  return { ...page, items: page.items.map(presentKey) };
};

/**
 * Finds the id of a create key that is valid now. The lookup uses the hash of the key, so its timing reveals nothing
 * about the key.
 */
export const findCreateKey = (db: Queries, key: string, now: number): Promise<{ id: string } | undefined> =>
  db.get<{ id: string }>`
    select id from create_key where hash = ${tokenHash(key)} and (expires_at is null or expires_at > ${now})
  `;

/** Refuses a request whose create key has ended since the request came (MOD-16). */
export const assertCreateKey = async (tx: Transaction, id: string): Promise<void> => {
  tx.queueLock(lockOf(id), 'shared');
  const valid = await tx.get`
    select 1 as valid from create_key where id = ${id} and (expires_at is null or expires_at > ${tx.now})
  `;
  if (!valid) throw wrongCreateKey();
};

/** Locks the key exclusively until the end of the transaction, so that nothing is made under a key that is ending. */
export const lockCreateKey = (tx: Transaction, id: string): void => {
  tx.queueLock(lockOf(id), 'alone');
};

const lockOf = (id: string): string => `create key ${id}`;

export const wrongCreateKey = (): ServiceError =>
  new ServiceError(
    'FORBIDDEN',
    'This key is not known, has expired or was revoked. The operator of the service gives keys.',
    {
      details: { reason: 'create_key' },
    },
  );

const noteEveryMs = 60_000;
const mostKeys = 10_000;

/** Stores the time at which each key was last used, at most once a minute on each node (MOD-10). */
export class KeyUses {
  readonly #storage: Pick<Storage, 'write'>;
  readonly #now: () => number;
  readonly #notedAt = new Map<string, number>();

  constructor(storage: Pick<Storage, 'write'>, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  async note(id: string): Promise<void> {
    const now = this.#now();
    const before = this.#notedAt.get(id);
    if (before !== undefined && Math.abs(now - before) < noteEveryMs) return;
    if (this.#notedAt.size >= mostKeys) this.#notedAt.clear();
    this.#notedAt.set(id, now);
    await this.#storage.write((tx) => tx.run`update create_key set last_used_at = ${now} where id = ${id}`, {
      concurrent: true,
      durable: false,
    });
  }
}
