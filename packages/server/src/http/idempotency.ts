import { conflict, ServiceError } from '@pairspace/protocol';
import { hash, hkdfSync } from 'node:crypto';
import { openSealed, sealText } from '../lib/sealed-text.ts';
import type { MergedChange, Storage, Transaction, WriteOptions } from '../storage/storage.ts';

/** The time for which a key is stored. */
export const idempotencyTtlMs = 24 * 60 * 60 * 1000;

/** The stored answer, complete enough to send it again. */
export interface KeptAnswer {
  status: number;
  /** JSON text of the payload. */
  data: string;
  headers: Readonly<Record<string, string>>;
}

export interface IdempotentRequest {
  key: string;
  /** The identity for repetitions: caller and route. */
  scope: string;
  /** JSON text of the body. */
  body: string;
}

/**
 * Runs a write at most once for each key, caller and route (IDEM-1). The commit of the write stores the answer. Answers
 * may hold tokens, which are stored nowhere, so the answer is encrypted with the key, of which only a hash is stored.
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
    options: Pick<WriteOptions, 'session' | 'concurrent'> = {},
  ): Promise<KeptOrMade> {
    const keyHash = hashOf(request);
    if (this.#running.has(keyHash)) {
      throw conflict('request_in_flight', 'The first request with this Idempotency-Key is still running. Try again.');
    }
    this.#running.add(keyHash);
    try {
      return await this.#storage.write((tx) => runOnce(tx, request, work, options), options);
    } finally {
      this.#running.delete(keyHash);
    }
  }
}

interface KeptOrMade {
  answer: KeptAnswer;
  replayed: boolean;
}

const runOnce = async (
  tx: Transaction,
  request: IdempotentRequest,
  work: (tx: Transaction) => Promise<KeptAnswer>,
  { session, concurrent = false }: Pick<WriteOptions, 'session' | 'concurrent'>,
): Promise<KeptOrMade> => {
  const keyHash = hashOf(request);
  const requestHash = hash('sha256', request.body);
  // The read comes first, because it locks the session.
  const keptBytes = session === undefined ? 0 : await readKeptBytes(tx, session);
  if (concurrent) await lockKey(tx, keyHash, requestHash);
  const kept = await tx.get<KeptRow>`
    select request_hash, answer, created_at, session_id from idempotency where key_hash = ${keyHash}
  `;
  if (kept && kept.answer !== '' && kept.created_at > tx.now - idempotencyTtlMs) {
    if (kept.request_hash === requestHash) return { answer: unseal(request, kept.answer), replayed: true };
    throw new ServiceError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another body.');
  }
  assertRoomToKeep(tx, keptBytes);
  const answer = await work(tx);
  const sealed = seal(request, answer);
  if (kept) countKept(tx, kept.session_id, -kept.answer.length);
  countKept(tx, session ?? null, sealed.length);
  await tx.run`
    insert into idempotency (key_hash, request_hash, answer, created_at, session_id)
    values (${keyHash}, ${requestHash}, ${sealed}, ${tx.now}, ${session ?? null})
    on conflict (key_hash) do update
    set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at,
      session_id = excluded.session_id
  `;
  return { answer, replayed: false };
};

const hashOf = ({ scope, key }: Pick<IdempotentRequest, 'key' | 'scope'>): string =>
  hash('sha256', JSON.stringify([scope, key]));

/**
 * Another request with this key waits here until this one ends, in any process. A row without an answer is an unused
 * key.
 */
const lockKey = async (tx: Transaction, keyHash: string, requestHash: string): Promise<void> => {
  await tx.run`
    insert into idempotency (key_hash, request_hash, answer, created_at)
    values (${keyHash}, ${requestHash}, '', ${tx.now})
    on conflict (key_hash) do update set key_hash = excluded.key_hash
  `;
};

interface KeptRow {
  request_hash: string;
  answer: string;
  created_at: number;
  session_id: string | null;
}

const readKeptBytes = async (tx: Transaction, session: string): Promise<number> => {
  const row = await tx.get<{ bytes: number }>`select kept_bytes as bytes from session where id = ${session}`;
  return row?.bytes ?? 0;
};

/** The stored answers of a session may together take as much as the session may store (CAP-21). */
const assertRoomToKeep = ({ capacity }: Transaction, usedBytes: number): void => {
  const limitBytes = capacity.sessionBytes;
  if (usedBytes < limitBytes) return;
  throw new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `The stored answers for Idempotency-Keys of this session take ${String(usedBytes)} bytes, which is the limit. Send the request without a key.`,
    { details: { reason: 'session_quota', usedBytes, limitBytes } },
  );
};

/** Adds the size of a stored answer to its session, or subtracts it. */
const countKept = (tx: Transaction, session: string | null, bytes: number): void => {
  if (session !== null && bytes !== 0) tx.queueMerged(keptBytesChange(session, bytes));
};

const keptBytesChange = (session: string, bytes: number): MergedChange<number> => ({
  kind: 'kept answers',
  row: session,
  change: bytes,
  merge: (one, other) => one + other,
  write: (tx, change) => {
    tx.queueWrite`update session set kept_bytes = kept_bytes + ${change} where id = ${session}`;
  },
});

/** Removes some expired keys; returns their number. */
export const forgetOldKeys = async (tx: Transaction): Promise<number> => {
  const forgotten = await tx.all<{ session: string | null; bytes: number }>`
    delete from idempotency where key_hash in (
      select key_hash from idempotency where created_at <= ${tx.now - idempotencyTtlMs} order by created_at limit 500
    ) returning session_id as session, length(answer) as bytes
  `;
  for (const { session, bytes } of forgotten) countKept(tx, session, -bytes);
  return forgotten.length;
};

const sealingKey = ({ key, scope }: IdempotentRequest): Buffer =>
  Buffer.from(hkdfSync('sha256', key, scope, 'pairspace idempotent answer', 32));

const seal = (request: IdempotentRequest, answer: KeptAnswer): string =>
  sealText(sealingKey(request), JSON.stringify(answer));

const unseal = (request: IdempotentRequest, sealed: string): KeptAnswer =>
  JSON.parse(openSealed(sealingKey(request), sealed)) as KeptAnswer;
