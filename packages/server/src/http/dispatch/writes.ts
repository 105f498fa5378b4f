import type { Endpoint } from '@pairspace/protocol';
import { assertTokenHolds } from '../../access/caller.ts';
import { assertCreateKey } from '../../access/create-key.ts';
import { JsonText } from '../../lib/json-text.ts';
import { invariant } from '../../lib/invariant.ts';
import type { Storage, Transaction, WriteOptions } from '../../storage/storage.ts';
import { tellerOf } from './admin-acts.ts';
import { Answer, dataText } from './answer.ts';
import type { AdmittedRequest, Call, Outcome, UnparsedInput } from './call.ts';
import type { IdempotencyKeys, KeptForm, Work } from './idempotency.ts';

/** Keeps the whole answer of an operation for a repetition of the request. */
const wholeAnswer: KeptForm<Outcome<Endpoint>> = {
  keep: (outcome) => {
    const { status, headers, data } = outcome instanceof Answer ? outcome : new Answer(outcome);
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
 * meanwhile makes no durable write (SEAT-9, MOD-16).
 */
export const writesOf = (
  request: AdmittedRequest,
  input: UnparsedInput,
  storage: Storage,
  keys: IdempotencyKeys,
): Pick<Call<Endpoint>, 'write' | 'writeShared' | 'writeValue' | 'writeUnrecorded'> => {
  const { session, incoming, caller, hash, createKeyId } = request;
  const teller = tellerOf({ ...request, input });
  const isToken = hash !== undefined && caller.kind !== 'stranger' && caller.kind !== 'operator';
  const recheck = async (tx: Transaction): Promise<void> => {
    if (createKeyId !== undefined) await assertCreateKey(tx, createKeyId);
    if (isToken) await assertTokenHolds(tx, hash);
  };
  const checked = <T>(tx: Transaction, work: Promise<T>): Promise<T> => after(recheck(tx), work);
  const once = async <T>(
    work: Work<T>,
    form: KeptForm<T>,
    options: WriteOptions,
    run = (once: Work<T>): Promise<T> => storage.write(once, options),
  ): Promise<T> => {
    const result = await keys.write(request, input, { work: (tx) => teller.tellOf(tx, work(tx)), form, options, run });
    teller.onCommitted();
    return result;
  };
  const optionsOf = (given?: WriteOptions): WriteOptions => {
    // A stored answer survives a power loss, so the write that the answer reports must be durable too.
    const isRepeatable = incoming.header('idempotency-key') !== undefined;
    return { session: session?.id, ...given, ...(isRepeatable && { durable: true }) };
  };
  const plain = <T>(work: Work<T>, form: KeptForm<T>, given?: WriteOptions): Promise<T> => {
    const options = optionsOf(given);
    // A write that need not be durable reads its seat or its lease in its transaction. The token is not read again for
    // it: a heartbeat, or a position, of a token that ended a moment ago does no harm.
    return once(options.durable === false ? work : (tx) => checked(tx, work(tx)), form, options);
  };
  return {
    write: (work, options) => plain(work, wholeAnswer, options),
    writeShared: (writes, work) => {
      invariant(session, 'writes that share a transaction are about a session');
      const { id } = session;
      let open: Parameters<Parameters<typeof writes.write>[1]>[1];
      const withState: Work<Outcome<Endpoint>> = async (tx) => work(tx, await checked(tx, open()));
      return once(withState, wholeAnswer, { session: id }, (once) =>
        writes.write(id, (tx, opening) => {
          open = opening;
          return once(tx);
        }),
      );
    },
    writeValue: (work, options) => plain(work, valueAlone(), options),
    writeUnrecorded: (work) => storage.write((tx) => teller.tellOf(tx, checked(tx, work(tx)))),
  };
};

/**
 * Waits for both promises. They have begun already, so their first queries travel to the database together. A lost
 * access is thrown first.
 */
const after = async <T>(recheck: Promise<void>, work: Promise<T>): Promise<T> => {
  const [admitted, done] = await Promise.allSettled([recheck, work]);
  if (admitted.status === 'rejected') throw admitted.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};
