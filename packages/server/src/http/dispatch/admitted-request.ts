import type { Endpoint } from '@pairspace/protocol';
import type { Caller } from '../../access/caller.ts';
import { assertCreateKey } from '../../access/create-key.ts';
import type { SessionHead } from '../../access/session-head.ts';
import type { Bus } from '../../events/bus.ts';
import { JsonText } from '../../lib/json-text.ts';
import type { Holder } from '../../limits/quota.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import type { Storage, Transaction, WriteOptions } from '../../storage/storage.ts';
import { tellerOf } from './admin-acts.ts';
import { Answer, dataText } from './answer.ts';
import { answerOf, type Call, type CallContext, type Credentials, type Outcome, type UnparsedInput } from './call.ts';
import { type IdempotencyKeys, type KeptForm, writeOnce } from './idempotency.ts';
import { longPoll } from './long-poll.ts';
import type { PendingAnswer } from './pending-answer.ts';

/** A request whose caller was admitted. */
export interface AdmittedRequest {
  endpoint: Endpoint;
  caller: Caller;
  session: SessionHead | undefined;
  holder: Holder;
  pending: PendingAnswer;
  credentials: Credentials;
  input: UnparsedInput;
  context: CallContext;
  /** The create key under which the request came. */
  createKeyId: string | undefined;
  readsByKey: boolean;
}

interface RecheckedRequest extends AdmittedRequest {
  /** Checks the caller's access again; throws if it has lost access. */
  readmit: (tx?: Transaction) => Promise<SessionHead | undefined>;
}

/**
 * Waits for both promises. They have begun already, so their first queries travel to the database together. A lost
 * access is thrown first.
 */
const afterRecheck = async <T>(recheck: Promise<unknown>, other: Promise<T>): Promise<T> => {
  const [admitted, done] = await Promise.allSettled([recheck, other]);
  if (admitted.status === 'rejected') throw admitted.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};

/** Keeps the whole answer of an operation for a repetition of the request. */
const answerForm = (endpoint: Endpoint): KeptForm<Outcome<Endpoint>> => ({
  keep: (outcome) => {
    const { status, headers, data } = answerOf(endpoint, outcome);
    return { status, headers, data: dataText(data) };
  },
  restore: ({ status, headers, data }) => new Answer(new JsonText(data), { status, headers }),
});

/** Keeps the written value for a repetition of the request: the operation makes its answer from the value. */
const valueForm = <T>(endpoint: Endpoint): KeptForm<T> => ({
  keep: (value) => ({ status: endpoint.status[0], headers: {}, data: JSON.stringify(value ?? null) }),
  restore: ({ data }) => JSON.parse(data) as T,
});

/** Checks in a transaction that the token, and the create key, have not ended since the request came. */
const recheckOf = ({ caller, readmit, createKeyId }: RecheckedRequest) => {
  const mayBeEnded = caller.kind !== 'stranger' && caller.kind !== 'operator';
  return async (tx: Transaction): Promise<SessionHead | undefined> => {
    if (createKeyId !== undefined) await assertCreateKey(tx, createKeyId);
    return mayBeEnded ? readmit(tx) : undefined;
  };
};

/**
 * The functions with which an operation writes, once for each `Idempotency-Key`. A token that has ended meanwhile makes
 * no durable write (SEAT-9).
 */
export const writesOf = (
  admitted: RecheckedRequest,
  { storage, keys }: { storage: Storage; keys: IdempotencyKeys },
): Pick<Call<Endpoint>, 'write' | 'writeValue' | 'writeUnrecorded'> => {
  const { endpoint, session, credentials, input, context } = admitted;
  const teller = tellerOf(admitted);
  const recheck = recheckOf(admitted);
  const request = { keys, endpoint, credentials, input, context };
  const once = async <T>(
    work: (tx: Transaction, session?: Promise<SessionHead | undefined>) => Promise<T>,
    form: KeptForm<T>,
    given?: WriteOptions,
  ): Promise<T> => {
    // A stored answer survives a power loss, so the write that the answer reports must be durable too.
    const isRepeatable = context.header('idempotency-key') !== undefined;
    const options = { session: session?.id, ...given, ...(isRepeatable && { durable: true }) };
    // A write that need not be durable reads its seat or its lease in its transaction. The token is not read again for
    // it: a heartbeat, or a position, of a token that ended a moment ago does no harm.
    const checked = (tx: Transaction): Promise<T> => {
      if (options.durable === false) return work(tx);
      const rechecked = recheck(tx);
      return afterRecheck(rechecked, work(tx, rechecked));
    };
    const told = (tx: Transaction): Promise<T> => teller.tellOf(tx, checked(tx));
    const result = await writeOnce({ ...request, options, run: (once) => storage.write(once, options) }, told, form);
    teller.onCommitted();
    return result;
  };
  return {
    write: (work, options) => once(work, answerForm(endpoint), options),
    writeValue: (work, options) => once(work, valueForm(endpoint), options),
    writeUnrecorded: (work) => storage.write((tx) => teller.tellOf(tx, afterRecheck(recheck(tx), work(tx)))),
  };
};

interface WaitContext {
  bus: Bus;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
  serviceLimits: Pick<ServiceLimits, 'waits'>;
}

/** Makes the read function of an operation. It waits for room for the answer before each read. */
const readsOf =
  (pending: PendingAnswer) =>
  async <T>(read: () => Promise<T>): Promise<T> => {
    await pending.begin();
    return read();
  };

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** The functions with which an operation waits, and notices that its caller has left. */
export const waitsOf = (
  { session, readmit, holder, context, pending }: RecheckedRequest,
  { bus, closing, serviceLimits }: WaitContext,
): Pick<Call<Endpoint>, 'longPoll' | 'takeWaitSlot' | 'gone' | 'isStillAdmitted'> => {
  const takeWaitSlot = (): Disposable => serviceLimits.waits.take(holder);
  const gone = (): AbortSignal => AbortSignal.any([closing, context.gone()]);
  const reserved = readsOf(pending);
  return {
    longPoll: async (waitSeconds, read, isEmpty, { topic, pollMs } = {}) => {
      let completed = session?.status === 'completed';
      const watched = topic ?? session?.id;
      if (!waitSeconds || watched === undefined) return { result: await reserved(read), completed };
      using held = new DisposableStack();
      held.use(takeWaitSlot());
      const result = await longPoll({
        bus,
        topic: watched,
        pollMs,
        waitMs: waitSeconds * 1000,
        signal: gone(),
        read: async () => {
          const found = await reserved(read);
          if (isEmpty(found)) pending.giveBack();
          return found;
        },
        isEmpty,
        mayContinue: async () => {
          completed = (await readmit())?.status === 'completed';
          return !completed;
        },
      });
      return { result, completed };
    },
    takeWaitSlot,
    gone,
    isStillAdmitted: () => succeeds(readmit()),
  };
};
