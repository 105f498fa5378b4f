import type { Endpoint } from '@pairspace/protocol';
import { type Caller, isOfSession } from '../access/caller.ts';
import type { SessionHead } from '../access/session-head.ts';
import type { Bus } from '../events/bus.ts';
import { JsonText } from '../lib/json-text.ts';
import type { Holder } from '../limits/quota.ts';
import type { ServiceLimits } from '../limits/service-limits.ts';
import type { Queries, Storage, Transaction, WriteOptions } from '../storage/storage.ts';
import { answerOf } from './answer-of.ts';
import { Answer, dataText } from './answer.ts';
import type { Call } from './call.ts';
import type { CallContext, Credentials } from './call-context.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { longPoll } from './long-poll.ts';
import type { UnparsedInput } from './parse-request.ts';
import type { PendingAnswer } from './pending-answer.ts';
import { recheckAccess } from './recheck-access.ts';
import { type KeptForm, writeOnce } from './write-once.ts';

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
}

interface RecheckedRequest extends AdmittedRequest {
  /** Checks the caller's access again; throws if it has lost access. */
  readmit: (db?: Queries) => Promise<SessionHead | undefined>;
}

/**
 * The write function of an operation: it runs once for each `Idempotency-Key`, and only while an agent still has its
 * seat.
 */
export const writesOf = (
  { endpoint, caller, session, readmit, credentials, input, context }: RecheckedRequest,
  { storage, keys }: { storage: Storage; keys: IdempotencyKeys },
): Pick<Call<Endpoint>, 'write' | 'writeValue'> => {
  const mayBeEnded = session !== undefined && (isOfSession(caller, session.id) || caller.kind === 'worker');
  const once = <T>(work: (tx: Transaction) => Promise<T>, form: KeptForm<T>, options?: WriteOptions): Promise<T> =>
    writeOnce(
      { keys, storage, endpoint, credentials, input, context },
      // Writes without durability need no recheck, because they read the caller's seat themselves.
      mayBeEnded && options?.durable !== false ? recheckAccess(session, work, readmit) : work,
      form,
      { session: session?.id, ...options },
    );
  return {
    write: (work, options) =>
      once(
        work,
        {
          keep: (outcome) => {
            const { status, headers, data } = answerOf(endpoint, outcome);
            return { status, headers, data: dataText(data) };
          },
          restore: ({ status, headers, data }) => new Answer(new JsonText(data), { status, headers }),
        },
        options,
      ),
    writeValue: <T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions) =>
      once(
        work,
        {
          keep: (value) => ({ status: endpoint.status[0], headers: {}, data: JSON.stringify(value) }),
          restore: ({ data }) => JSON.parse(data) as T,
        },
        options,
      ),
  };
};

interface WaitContext {
  bus: Bus;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
  serviceLimits: Pick<ServiceLimits, 'waits'>;
}

/** The read function of an operation; it waits for room for the answer. */
const readsOf =
  (pending: PendingAnswer) =>
  async <T>(read: () => Promise<T>): Promise<T> => {
    await pending.begin();
    return read();
  };

/** The functions with which an operation waits, and notices that its caller has left. */
export const waitsOf = (
  { session, readmit, holder, context, pending }: RecheckedRequest,
  { bus, closing, serviceLimits }: WaitContext,
): Pick<Call<Endpoint>, 'longPoll' | 'gone' | 'isStillAdmitted'> => {
  const gone = (): AbortSignal => AbortSignal.any([closing, context.gone()]);
  const reserved = readsOf(pending);
  return {
    longPoll: async (waitSeconds, read, isEmpty, { topic, pollMs } = {}) => {
      let completed = session?.status === 'completed';
      if (!waitSeconds || !session) return { result: await reserved(read), completed };
      using held = new DisposableStack();
      held.use(serviceLimits.waits.take(holder));
      const result = await longPoll({
        bus,
        topic: topic ?? session.id,
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
    gone,
    isStillAdmitted: () =>
      readmit().then(
        () => true,
        () => false,
      ),
  };
};
