import { conflict, ServiceError, type Endpoint, invalid, pathOf, shapeOf } from '@pairspace/protocol';
import { hash, hkdfSync } from 'node:crypto';
import { SecretBox } from '../../lib/secret-box.ts';
import type { Transaction, WriteOptions } from '../../storage/storage.ts';
import type { AdmittedRequest, UnparsedInput } from './call.ts';

/** The time for which a key is stored. */
export const idempotencyTtlMs = 24 * 60 * 60 * 1000;

/** The stored part of an answer, enough to send it again. */
interface KeptAnswer {
  status?: number | undefined;
  /** JSON text of the payload. */
  data: string;
  headers: Readonly<Record<string, string>>;
}

interface KeyedRequest {
  key: string;
  /** The caller and the route, which are the same in a repetition. */
  scope: string;
  /** JSON text of the body. */
  body: string;
}

/** The work of a transaction. */
export type Work<T> = (tx: Transaction) => Promise<T>;

/** Converts an answer to the form in which it is kept for a repetition of its request, and back. */
export interface KeptForm<T> {
  keep: (value: T) => KeptAnswer;
  restore: (kept: KeptAnswer) => T;
}

interface Write<T> {
  work: Work<T>;
  form: KeptForm<T>;
  options: Pick<WriteOptions, 'session' | 'concurrent'>;
  /** Runs a work in a transaction. */
  run: (work: Work<T>) => Promise<T>;
}

/**
 * Runs a write at most once for each key, caller and route (IDEM-1). The commit of the write stores the answer. An
 * answer may hold a token, and tokens are stored nowhere. So the answer is encrypted with the Idempotency-Key, and only
 * a hash of this key is stored.
 */
export class IdempotencyKeys {
  readonly #running = new Set<string>();

  /** Runs the work in a transaction; that of a POST or PATCH with an `Idempotency-Key` at most once. */
  async write<T>(request: AdmittedRequest, input: UnparsedInput, write: Write<T>): Promise<T> {
    const { endpoint, incoming } = request;
    const isKeyed = endpoint.method === 'POST' || endpoint.method === 'PATCH';
    const key = isKeyed ? incoming.header('idempotency-key') : undefined;
    if (key === undefined) return write.run(write.work);
    if (!idempotencyKey.test(key)) {
      throw invalid('header.idempotency-key', 'must be 1–255 visible ASCII characters');
    }
    const { route, body } = incoming.repetition ?? {
      route: `${endpoint.method === 'POST' ? '' : `${endpoint.method} `}${pathOf(endpoint, input.params)}`,
      body: JSON.stringify(input.body ?? null),
    };
    const caller = `${incoming.token ?? incoming.clientAddress} ${incoming.header('x-agent-key') ?? ''}`;
    const keyed = { key, scope: `${caller} ${route}`, body };
    const keyHash = hash('sha256', JSON.stringify([keyed.scope, key]));
    if (this.#running.has(keyHash)) {
      throw conflict('request_in_flight', 'The first request with this Idempotency-Key is still running. Try again.');
    }
    this.#running.add(keyHash);
    try {
      return await write.run((tx) => runOnce(tx, keyHash, keyed, request, write));
    } finally {
      this.#running.delete(keyHash);
    }
  }
}

const runOnce = async <T>(
  tx: Transaction,
  keyHash: string,
  keyed: KeyedRequest,
  request: AdmittedRequest,
  { work, form, options: { session, concurrent = false } }: Write<T>,
): Promise<T> => {
  const requestHash = hash('sha256', keyed.body);
  if (concurrent) await lockKey(tx, keyHash, requestHash);
  const kept = await tx.get<KeptRow>`
    select request_hash, answer, created_at, session_id from idempotency where key_hash = ${keyHash}
  `;
  request.isReplayed = kept !== undefined && kept.answer !== '' && kept.created_at > tx.now - idempotencyTtlMs;
  if (kept && request.isReplayed) {
    if (kept.request_hash === requestHash) return form.restore(unseal(keyed, kept.answer));
    throw new ServiceError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another body.');
  }
  const refusal = request.incoming.repetition?.refusal;
  if (refusal) throw refusal;
  if (session !== undefined) await assertRoomToKeep(tx, session);
  const value = await work(tx);
  const sealed = seal(keyed, form.keep(value));
  if (kept) countKept(tx, kept.session_id, -kept.answer.length);
  countKept(tx, session ?? null, sealed.length);
  await tx.run`
    insert into idempotency (key_hash, request_hash, answer, created_at, session_id)
    values (${keyHash}, ${requestHash}, ${sealed}, ${tx.now}, ${session ?? null})
    on conflict (key_hash) do update
    set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at,
      session_id = excluded.session_id
  `;
  return value;
};

/**
 * Makes another request with the same key wait until this one ends, in any process. A row without an answer stands for
 * an unused key.
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

/** The stored answers of a session may together take as much as the session may store (CAP-19). */
const assertRoomToKeep = async (tx: Transaction, session: string): Promise<void> => {
  const row = await tx.get<{ bytes: number }>`select kept_bytes as bytes from session where id = ${session}`;
  const { bytes: usedBytes = 0 } = row ?? {};
  const limitBytes = tx.capacity.sessionBytes;
  if (usedBytes < limitBytes) return;
  throw new ServiceError(
    'PAYLOAD_TOO_LARGE',
    `The stored answers for Idempotency-Keys of this session take ${String(usedBytes)} bytes, which is the limit. Send the request without a key.`,
    { details: { reason: 'session_quota', usedBytes, limitBytes } },
  );
};

/** Adds the size of a stored answer to its session, or subtracts it. */
const countKept = (tx: Transaction, session: string | null, bytes: number): void => {
  if (session === null || bytes === 0) return;
  tx.queueWrite`update session set kept_bytes = kept_bytes + ${bytes} where id = ${session}`;
};

/** Removes some of the expired keys; returns their number. */
export const forgetOldKeys = async (tx: Transaction): Promise<number> => {
  const forgotten = await tx.all<{ session: string | null; bytes: number }>`
    delete from idempotency where key_hash in (
      select key_hash from idempotency where created_at <= ${tx.now - idempotencyTtlMs} order by created_at limit 500
    ) returning session_id as session, length(answer) as bytes
  `;
  for (const { session, bytes } of forgotten) countKept(tx, session, -bytes);
  return forgotten.length;
};

const boxOf = ({ key, scope }: KeyedRequest): SecretBox =>
  new SecretBox(Buffer.from(hkdfSync('sha256', key, scope, 'pairspace idempotent answer', 32)));

const seal = (request: KeyedRequest, answer: KeptAnswer): string => boxOf(request).seal(JSON.stringify(answer), '');

const unseal = (request: KeyedRequest, sealed: string): KeptAnswer =>
  JSON.parse(boxOf(request).open(sealed, '')) as KeptAnswer;

const idempotencyKey = /^[\u0021-\u007e]{1,255}$/;

/** A UUID, or 32 hexadecimal digits, anywhere in the key: programs put words before them. */
const randomHex = /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** The form of keys from generators of base64 and of short ids: 21 characters are 126 bits. */
const randomBase64 = /^(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{21,}$/;
const fewestCharacters = 8;

/**
 * Whether a key has the form of about 128 random bits. Nobody can see whether a key is random, but words, numbers and
 * dates, which others can guess, have another form.
 */
const mayBeRandom = (key: string): boolean => {
  const [random] = randomHex.exec(key) ?? randomBase64.exec(key) ?? [];
  return random !== undefined && new Set(random.toLowerCase()).size >= fewestCharacters;
};

/** Whether an answer of the endpoint may hold a token, a recovery code or a key. */
const issuesToken = (endpoint: Endpoint): boolean =>
  /"(?:agentToken|observerToken|workerToken|recoveryCode|agentKey|key)":/.test(
    JSON.stringify(shapeOf(endpoint.result)),
  );

/**
 * Makes the check of the Idempotency-Keys that strangers send (NET-17). Only the address tells strangers apart, and
 * many may share an address. A stranger who guesses the key of another one at the same address gets the answer that is
 * kept for the other, with its token.
 */
export const keyCheck = (endpoint: Endpoint): ((key: string | undefined, isStranger: boolean) => void) => {
  let isChecked: boolean | undefined;
  return (key, isStranger) => {
    if (!isStranger || key === undefined || mayBeRandom(key)) return;
    isChecked ??= endpoint.method === 'POST' && issuesToken(endpoint);
    if (!isChecked) return;
    throw invalid(
      'header.idempotency-key',
      'must hold 128 random bits where there is no token, such as a UUID or 32 hexadecimal digits: whoever guesses it gets the tokens of this answer',
    );
  };
};
