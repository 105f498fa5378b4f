import { conflict, ServiceError } from '@pairspace/protocol';
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { Storage, Transaction, WriteOptions } from '../storage/storage.ts';

/** How long a key is remembered. */
export const idempotencyTtlMs = 24 * 60 * 60 * 1000;

/** What is kept of an answer: enough to send it again. */
export interface KeptAnswer {
  status: number;
  /** JSON text of the payload. */
  data: string;
  headers: Readonly<Record<string, string>>;
}

export interface IdempotentRequest {
  key: string;
  /** Whoever may replay: caller and route. */
  scope: string;
  /** JSON text of the body. */
  body: string;
}

/**
 * Runs a write at most once for each key, caller and route (IDEM-1). The answer is kept in the commit of the write.
 * Answers may hold tokens, which are stored nowhere: so it is sealed under the key, of which only a hash is stored.
 */
export class IdempotencyKeys {
  readonly #storage: Storage;
  readonly #running = new Set<string>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  async isKept(request: Pick<IdempotentRequest, 'key' | 'scope'>): Promise<boolean> {
    const kept = await this.#storage.read.get`
      select 1 as kept from idempotency where key_hash = ${hashOf(request)} and answer <> ''
    `;
    return kept !== undefined;
  }

  async write(
    request: IdempotentRequest,
    work: (tx: Transaction) => Promise<KeptAnswer>,
    { session, concurrent = false }: Pick<WriteOptions, 'session' | 'concurrent'> = {},
  ): Promise<{ answer: KeptAnswer; replayed: boolean }> {
    const keyHash = hashOf(request);
    const requestHash = hash('sha256', request.body);
    if (this.#running.has(keyHash)) {
      throw conflict('request_in_flight', 'The first request with this Idempotency-Key is still running. Try again.');
    }
    this.#running.add(keyHash);
    try {
      return await this.#storage.write(
        async (tx) => {
          if (concurrent) await lockKey(tx, keyHash, requestHash);
          const kept = await tx.get<{ request_hash: string; answer: string }>`
          select request_hash, answer from idempotency
          where key_hash = ${keyHash} and created_at > ${tx.now - idempotencyTtlMs} and answer <> ''
        `;
          if (kept && kept.request_hash !== requestHash) {
            throw new ServiceError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another body.');
          }
          if (kept) return { answer: unseal(request, kept.answer), replayed: true };
          const answer = await work(tx);
          await tx.run`
          insert into idempotency (key_hash, request_hash, answer, created_at)
          values (${keyHash}, ${requestHash}, ${seal(request, answer)}, ${tx.now})
          on conflict (key_hash) do update
          set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at
        `;
          return { answer, replayed: false };
        },
        { session, concurrent },
      );
    } finally {
      this.#running.delete(keyHash);
    }
  }
}

const hashOf = ({ scope, key }: Pick<IdempotentRequest, 'key' | 'scope'>): string =>
  hash('sha256', JSON.stringify([scope, key]));

/**
 * Another request with this key waits here for the end of this one, on whichever process it is. A row without an answer
 * is a key that was not used.
 */
const lockKey = async (tx: Transaction, keyHash: string, requestHash: string): Promise<void> => {
  await tx.run`
    insert into idempotency (key_hash, request_hash, answer, created_at)
    values (${keyHash}, ${requestHash}, '', ${tx.now})
    on conflict (key_hash) do update set key_hash = excluded.key_hash
  `;
};

/** Forgets some of the keys that are past their time; answers how many. */
export const forgetOldKeys = (tx: Transaction): Promise<number> =>
  tx.run`
    delete from idempotency where key_hash in (
      select key_hash from idempotency where created_at <= ${tx.now - idempotencyTtlMs} order by created_at limit 500
    )
  `;

const cipher = 'aes-256-gcm';

const sealingKey = ({ key, scope }: IdempotentRequest): Buffer =>
  Buffer.from(hkdfSync('sha256', key, scope, 'pairspace idempotent answer', 32));

const seal = (request: IdempotentRequest, answer: KeptAnswer): string => {
  const nonce = randomBytes(12);
  const encrypt = createCipheriv(cipher, sealingKey(request), nonce);
  const sealed = Buffer.concat([encrypt.update(JSON.stringify(answer), 'utf8'), encrypt.final()]);
  return Buffer.concat([nonce, encrypt.getAuthTag(), sealed]).toString('base64');
};

const unseal = (request: IdempotentRequest, text: string): KeptAnswer => {
  const bytes = Buffer.from(text, 'base64');
  const decrypt = createDecipheriv(cipher, sealingKey(request), bytes.subarray(0, 12));
  decrypt.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(decrypt.update(bytes.subarray(28), undefined, 'utf8') + decrypt.final('utf8')) as KeptAnswer;
};
