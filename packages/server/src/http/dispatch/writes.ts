import type { Endpoint } from '@pairspace/protocol';
import { assertCreateKey } from '../../access/create-key.ts';
import type { SessionHead } from '../../access/session-head.ts';
import { JsonText } from '../../lib/json-text.ts';
import type { Storage, Transaction, WriteOptions } from '../../storage/storage.ts';
import { tellerOf } from './admin-acts.ts';
import { Answer, dataText } from './answer.ts';
import type { AdmittedRequest, Call, Outcome, UnparsedInput } from './call.ts';
import type { IdempotencyKeys, KeptForm, Work } from './idempotency.ts';

/** Keeps the whole answer of an operation for a repetition of the request. */
const wholeAnswer: KeptForm<Outcome<Endpoint>> = {
  keep: (outcome) => {
    const answer: Answer<unknown> = outcome instanceof Answer ? outcome : new Answer(outcome);
    const { status, headers, data } = answer;
    return { status, headers, data: dataText(data) };
  },
  restore: ({ status, headers, data }) => new Answer(new JsonText(data), { status, headers }),
};

/** Keeps the written value: the operation makes its answer from the value. */
const valueAlone = <T>(): KeptForm<T> => ({
  keep: (value) => ({ headers: {}, data: JSON.stringify(value ?? null) }),
  restore: ({ data }) => JSON.parse(data) as T,
});

/**
 * The functions with which an operation writes, once for each `Idempotency-Key`. A token or create key that has ended
 * meanwhile makes no durable write (SEAT-9, MOD-16): the caller is identified and admitted again in the transaction.
 */
export const writesOf = (
  request: AdmittedRequest,
  input: UnparsedInput,
  { storage, keys, readmit }: Writing,
): Pick<Call<Endpoint>, 'write' | 'writeValue' | 'writeUnrecorded'> => {
  const { session, incoming, caller, createKeyId } = request;
  const teller = tellerOf({ ...request, input });
  const mayBeEnded = caller.kind !== 'stranger' && caller.kind !== 'operator';
  const checked = <T>(tx: Transaction, work: SessionWork<T>): Promise<T> => {
    const recheck = async (): Promise<SessionHead | undefined> => {
      if (createKeyId !== undefined) await assertCreateKey(tx, createKeyId);
      return mayBeEnded ? readmit(tx) : undefined;
    };
    const rechecked = recheck();
    return after(rechecked, work(tx, rechecked));
  };
  const once = async <T>(work: SessionWork<T>, form: KeptForm<T>, given?: WriteOptions): Promise<T> => {
    // A stored answer survives a power loss, so the write that the answer reports must be durable too.
    const isRepeatable = incoming.header('idempotency-key') !== undefined;
    const options = { session: session?.id, ...given, ...(isRepeatable && { durable: true }) };
    // A write that need not be durable reads its seat or its lease in its transaction. The token is not read again for
    // it: a heartbeat, or a position, of a token that ended a moment ago does no harm.
    const told: Work<T> = (tx) => teller.tellOf(tx, options.durable === false ? work(tx) : checked(tx, work));
    const run = (work: Work<T>): Promise<T> => storage.write(work, options);
    const result = await keys.write(request, input, { work: told, form, options, run });
    teller.onCommitted();
    return result;
  };
  return {
    write: (work, options) => once(work, wholeAnswer, options),
    writeValue: (work, options) => once(work, valueAlone(), options),
    writeUnrecorded: (work) => storage.write((tx) => teller.tellOf(tx, checked(tx, work))),
  };
};

type SessionWork<T> = (tx: Transaction, session?: Promise<SessionHead | undefined>) => Promise<T>;

interface Writing {
  storage: Storage;
  keys: IdempotencyKeys;
  /** Identifies and admits the caller again; throws if it has lost access. Returns the session. */
  readmit: (tx: Transaction) => Promise<SessionHead | undefined>;
}

/**
 * Waits for both promises. They have begun already, so their first queries travel to the database together. A lost
 * access is thrown first.
 */
const after = async <T>(recheck: Promise<unknown>, work: Promise<T>): Promise<T> => {
  const [admitted, done] = await Promise.allSettled([recheck, work]);
  if (admitted.status === 'rejected') throw admitted.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};
