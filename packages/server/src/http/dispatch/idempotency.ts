import { conflict, ServiceError, type Endpoint, invalid, pathOf, shapeOf } from '@pairspace/protocol';
import { hash, hkdfSync } from 'node:crypto';
import { SecretBox } from '../../lib/secret-box.ts';
import type { Transaction, WriteOptions } from '../../storage/storage.ts';
import type { CallContext, Credentials, UnparsedInput } from './call.ts';

/** The time for which a key is stored. */
export const idempotencyTtlMs = 24 * 60 * 60 * 1000;

/** The stored part of an answer, enough to send it again. */
interface KeptAnswer {
  status: number;
  /** JSON text of the payload. */
  data: string;
  headers: Readonly<Record<string, string>>;
}

interface IdempotentRequest {
  key: string;
  /** The caller and the route, which are the same in a repetition. */
  scope: string;
  /** JSON text of the body. */
  body: string;
}

/**
 * Runs a write at most once for each key, caller and route (IDEM-1). The commit of the write stores the answer. An
 * answer may hold a token, and tokens are stored nowhere. So the answer is encrypted with the Idempotency-Key, and only
 * a hash of this key is stored.
 */
export class IdempotencyKeys {
  readonly #running = new Set<string>();

  async write<Context extends unknown[]>(
    request: IdempotentRequest,
    work: Work<KeptAnswer, Context>,
    { run, options }: Transactions<Context>,
  ): Promise<KeptOrMade> {
    const keyHash = hashOf(request);
    if (this.#running.has(keyHash)) {
      throw conflict('request_in_flight', 'The first request with this Idempotency-Key is still running. Try again.');
    }
    this.#running.add(keyHash);
    try {
      return await run((tx, ...context) => runOnce(tx, request, () => work(tx, ...context), options));
    } finally {
      this.#running.delete(keyHash);
    }
  }
}

/** The work of a transaction; `Context` has the types of its further arguments. */
type Work<T, Context extends unknown[]> = (tx: Transaction, ...context: Context) => Promise<T>;

/** The function that runs a work in a transaction, and the options of the transaction. */
interface Transactions<Context extends unknown[]> {
  run: <T>(work: Work<T, Context>) => Promise<T>;
  options: Pick<WriteOptions, 'session' | 'concurrent'>;
}

interface KeptOrMade {
  answer: KeptAnswer;
  replayed: boolean;
}

const runOnce = async (
  tx: Transaction,
  request: IdempotentRequest,
  work: () => Promise<KeptAnswer>,
  { session, concurrent = false }: Pick<WriteOptions, 'session' | 'concurrent'>,
): Promise<KeptOrMade> => {
  const keyHash = hashOf(request);
  const requestHash = hash('sha256', request.body);
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
  const answer = await work();
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

const readKeptBytes = async (tx: Transaction, session: string): Promise<number> => {
  const row = await tx.get<{ bytes: number }>`select kept_bytes as bytes from session where id = ${session}`;
  return row?.bytes ?? 0;
};

/** The stored answers of a session may together take as much as the session may store (CAP-19). */
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

const boxOf = ({ key, scope }: IdempotentRequest): SecretBox =>
  new SecretBox(Buffer.from(hkdfSync('sha256', key, scope, 'pairspace idempotent answer', 32)));

const seal = (request: IdempotentRequest, answer: KeptAnswer): string =>
  boxOf(request).seal(JSON.stringify(answer), '');

const unseal = (request: IdempotentRequest, sealed: string): KeptAnswer =>
  JSON.parse(boxOf(request).open(sealed, '')) as KeptAnswer;

const idempotencyKey = /^[\u0021-\u007e]{1,255}$/;

/** Converts an answer to the form in which it is kept for a repetition of its request, and back. */
export interface KeptForm<T> {
  keep: (value: T) => KeptAnswer;
  restore: (kept: KeptAnswer) => T;
}

interface WriteRequest<Context extends unknown[]> extends Transactions<Context> {
  keys: IdempotencyKeys;
  endpoint: Endpoint;
  credentials: Credentials;
  input: UnparsedInput;
  context: Pick<CallContext, 'header' | 'onReplay' | 'repetition'>;
}

/** Runs the work in a transaction; a POST or PATCH with an `Idempotency-Key` at most once (IDEM-1). */
export const writeOnce = async <T, Context extends unknown[]>(
  { keys, endpoint, credentials, input, context, run, options }: WriteRequest<Context>,
  work: Work<T, Context>,
  { keep, restore }: KeptForm<T>,
): Promise<T> => {
  const isKeyed = endpoint.method === 'POST' || endpoint.method === 'PATCH';
  const key = isKeyed ? context.header('idempotency-key') : undefined;
  if (key === undefined) return run(work);
  if (!idempotencyKey.test(key)) {
    throw invalid('header.idempotency-key', 'must be 1–255 visible ASCII characters');
  }
  const { route, body, refusal } = context.repetition ?? {
    route: `${endpoint.method === 'POST' ? '' : `${endpoint.method} `}${pathOf(endpoint, input.params)}`,
    body: JSON.stringify(input.body ?? null),
  };
  const { answer, replayed } = await keys.write(
    { key, scope: scopeOf({ credentials, header: context.header, route }), body },
    async (...given) => {
      if (refusal) throw refusal;
      return keep(await work(...given));
    },
    { run, options },
  );
  if (replayed) context.onReplay();
  return restore(answer);
};

interface KeyedRequest {
  credentials: Credentials;
  header: CallContext['header'];
  route: string;
}

/** The scope of a key: caller and route. */
const scopeOf = ({ credentials, header, route }: KeyedRequest): string =>
  `${credentials.token ?? credentials.clientAddress} ${header('x-agent-key') ?? ''} ${route}`;

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
