import { type Endpoint, invalid, pathOf } from '@pairspace/protocol';
import type { Storage, Transaction, WriteOptions } from '../storage/storage.ts';
import type { CallContext, Credentials } from './call-context.ts';
import type { IdempotencyKeys, KeptAnswer } from './idempotency.ts';
import type { UnparsedInput } from './parse-request.ts';

const idempotencyKey = /^[\u0021-\u007e]{1,255}$/;

/** The conversion of an answer into its stored form and back. */
export interface KeptForm<T> {
  keep: (value: T) => KeptAnswer;
  restore: (kept: KeptAnswer) => T;
}

interface WriteRequest {
  keys: IdempotencyKeys;
  storage: Storage;
  endpoint: Endpoint;
  credentials: Credentials;
  input: UnparsedInput;
  context: Pick<CallContext, 'header' | 'onReplay'>;
}

/** Runs work in a transaction; a POST with an `Idempotency-Key` at most once (IDEM-1). */
export const writeOnce = async <T>(
  { keys, storage, endpoint, credentials, input, context }: WriteRequest,
  work: (tx: Transaction) => Promise<T>,
  { keep, restore }: KeptForm<T>,
  options?: WriteOptions,
): Promise<T> => {
  const key = endpoint.method === 'POST' ? context.header('idempotency-key') : undefined;
  if (key === undefined) return storage.write(work, options);
  if (!idempotencyKey.test(key)) {
    throw invalid('header.idempotency-key', 'must be 1–255 visible ASCII characters');
  }
  const scope = scopeOf({ endpoint, credentials, params: input.params, header: context.header });
  const { answer, replayed } = await keys.write(
    { key, scope, body: JSON.stringify(input.body ?? null) },
    async (tx) => keep(await work(tx)),
    options,
  );
  if (replayed) context.onReplay();
  return restore(answer);
};

interface KeyedRequest {
  endpoint: Endpoint;
  credentials: Credentials;
  params: Readonly<Record<string, string>>;
  header: CallContext['header'];
}

/** The identity for repetitions: caller and route. */
const scopeOf = ({ endpoint, credentials, params, header }: KeyedRequest): string =>
  `${credentials.token ?? credentials.clientAddress} ${header('x-agent-key') ?? ''} ${pathOf(endpoint, params)}`;

/** Whether an answer is stored for this key, regardless of the body. */
export const isReplay = async (keys: IdempotencyKeys, request: KeyedRequest): Promise<boolean> => {
  const key = request.header('idempotency-key');
  return key !== undefined && (await keys.isKept({ key, scope: scopeOf(request) }));
};
