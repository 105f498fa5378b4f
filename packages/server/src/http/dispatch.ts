import { type Endpoint, type Limits, ServiceError } from '@pairspace/protocol';
import { type Caller, identify, type Identity, isMember, isOfSession } from '../access/caller.ts';
import { isCreateKey } from '../access/create-key.ts';
import { admit, admitCreation } from '../access/guard.ts';
import { type FindIdentity, findIdentityIn } from '../access/identity-row.ts';
import type { SessionHead } from '../access/session-head.ts';
import { hashOfToken } from '../access/token.ts';
import type { Bus } from '../events/bus.ts';
import { JsonText } from '../lib/json-text.ts';
import type { Queries, Storage, Transaction, WriteOptions } from '../storage/storage.ts';
import { answerOf } from './answer-of.ts';
import { Answer, dataText, dataTextInTurns, Representation } from './answer.ts';
import type { BindOptions, Call, Handler } from './call.ts';
import type { CallContext, Credentials } from './call-context.ts';
import { EventStream } from './event-stream.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { keyCheck } from './key-check.ts';
import { longPoll } from './long-poll.ts';
import { createParse, type UnparsedInput } from './parse-request.ts';
import { type Holder, Places } from './places.ts';
import type { RequestLimits } from './request-limits.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { whileAdmitted } from './while-admitted.ts';
import { isReplay, type KeptForm, writeOnce } from './write-once.ts';

/** A success whose payload is JSON. */
export interface Success {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The payload as JSON text. */
  json: string;
}

/** What became of a call that was not refused. A refusal is thrown as `ServiceError`. */
export type Dispatched = Success | Representation | StreamedAnswer | EventStream;

interface Arrival {
  /** The session in the path, if the path names one. */
  sessionId: string | undefined;
  /** It asks to wait. */
  waits: boolean;
}

interface DispatcherOptions {
  storage: Storage;
  /** Finds who makes a request, and the session that it names. */
  findIdentity: FindIdentity;
  bus: Bus;
  requestLimits: RequestLimits;
  limits: Limits;
  /** The operator's token, if there is one. */
  adminToken: string | undefined;
  /** Who may make sessions and the like: anyone, or who has a key (MOD-9). */
  creators: 'anyone' | 'key';
  /** Refuses secrets in the fields of a body (SEC-1, SEC-2). */
  screen: (
    fields: readonly string[],
    body: Readonly<Record<string, unknown>>,
    session: SessionHead | undefined,
  ) => Promise<void> | undefined;
  /** Told of every refusal that names a reason. */
  onRefusal: (reason: string) => void;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

interface AdmittedCall {
  endpoint: Endpoint;
  caller: Caller;
  session: SessionHead | undefined;
  /** Admits the caller anew; throws when it may not go on. */
  readmit: (db?: Queries) => Promise<SessionHead | undefined>;
}

interface Registered {
  endpoint: Endpoint;
  parse: ReturnType<typeof createParse>;
  handler: Handler<Endpoint>;
  checkKey: ReturnType<typeof keyCheck>;
  beforeBody: BindOptions<Endpoint>['beforeBody'];
}

/**
 * Answers calls to endpoints, whichever way they came: identifies, limits, admits, parses and runs. It knows neither the
 * web framework nor sockets. HTTP is one face of it (`bind.ts`), `createDispatch` another.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #operatorHash: string | undefined;
  readonly #keys: IdempotencyKeys;
  readonly #waits: Places;
  readonly #registered = new Map<string, Registered>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#operatorHash = hashOfToken(options.adminToken);
    this.#keys = new IdempotencyKeys(options.storage);
    const { waitsPerProcess, waitsPerSession, waitsPerAddress } = options.limits;
    this.#waits = new Places('waits', {
      perProcess: waitsPerProcess,
      perSession: waitsPerSession,
      perAddress: waitsPerAddress,
    });
  }

  /** Connects an endpoint with what it does. */
  register<E extends Endpoint>(endpoint: E, handler: Handler<E>, { beforeBody }: BindOptions<E> = {}): void {
    this.#registered.set(`${endpoint.method} ${endpoint.path}`, {
      endpoint,
      parse: createParse(endpoint),
      handler: handler as unknown as Handler<Endpoint>,
      checkKey: keyCheck(endpoint),
      beforeBody: beforeBody as BindOptions<Endpoint>['beforeBody'],
    });
  }

  /** Identifies the caller and counts the call against its rate: all that is done before a body is read. */
  async meet(endpoint: Endpoint, credentials: Credentials, { sessionId, waits }: Arrival): Promise<Identity> {
    const { requestLimits } = this.#options;
    const { clientAddress: address } = credentials;
    try {
      const hash = hashOfToken(credentials.token);
      const identity = await this.#identify(hash, sessionId);
      const client = hash ?? address;
      await requestLimits.count({ endpoint, caller: identity.caller, client, address, sessionId, hasWait: waits });
      return identity;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await requestLimits.countGuess(address);
      throw error;
    }
  }

  /** Refuses what can be refused before a body is read. */
  async checkBeforeBody(
    endpoint: Endpoint,
    { caller, session }: Identity,
    credentials: Credentials,
    params: Readonly<Record<string, string>>,
    header: CallContext['header'],
  ): Promise<void> {
    // A body that may be larger than others is not read for whoever is refused anyway.
    if (endpoint.bodyLimit) admit(endpoint.access, caller, session);
    const { creators, storage } = this.#options;
    if (creators === 'key' && endpoint.creates) {
      const maker = admit(endpoint.access, caller, session);
      await admitCreation(endpoint.creates, maker, header('x-create-key'), (key) => isCreateKey(storage.read, key));
    }
    await this.#of(endpoint).beforeBody?.(params, () =>
      isReplay(this.#keys, { endpoint, credentials, params, header }),
    );
  }

  /** Who takes the place of a stream or a wait. */
  holderOf(endpoint: Endpoint, { caller, session }: Identity, { clientAddress }: Credentials): Holder {
    const admitted = admit(endpoint.access, caller, session);
    return {
      sessionId: session?.id ?? '',
      address: clientAddress,
      isMember: isMember(admitted) || admitted.kind === 'operator',
    };
  }

  /** Admits a caller that was met, parses its input, and runs the operation. */
  async run(
    endpoint: Endpoint,
    met: Identity,
    credentials: Credentials,
    input: UnparsedInput,
    context: CallContext,
  ): Promise<Dispatched> {
    try {
      return await this.#runUncounted(endpoint, met, credentials, input, context);
    } catch (error) {
      const reason = error instanceof ServiceError ? error.details?.['reason'] : undefined;
      if (typeof reason === 'string') this.#options.onRefusal(reason);
      throw error;
    }
  }

  async #runUncounted(
    endpoint: Endpoint,
    { caller: met, session }: Identity,
    credentials: Credentials,
    input: UnparsedInput,
    context: CallContext,
  ): Promise<Dispatched> {
    const registered = this.#of(endpoint);
    registered.checkKey(context.header('idempotency-key'), met.kind === 'stranger');
    const caller = admit(endpoint.access, met, session);
    const parsed = registered.parse(input);
    const screened = endpoint.screened && this.#options.screen(endpoint.screened, parsed.body, session);
    if (screened) await screened;
    const readmit = async (db?: Queries): Promise<SessionHead | undefined> => {
      const present = await this.#identify(hashOfToken(credentials.token), session?.id, db && findIdentityIn(db));
      admit(endpoint.access, present.caller, present.session);
      return present.session;
    };
    const outcome = await registered.handler({
      ...parsed,
      caller,
      session,
      clientAddress: credentials.clientAddress,
      header: context.header,
      prefers: context.prefers,
      ...this.#writesOf({ endpoint, caller, session, readmit }, { credentials, input, context }),
      isMember: isMember(caller) || caller.kind === 'operator',
      ...this.#waitsOf({ endpoint, caller, session, readmit }, credentials, context),
    });
    if (outcome instanceof EventStream) return outcome;
    // What was read may have been said after the session turned private (ACC-9).
    if (!isMember(caller) && session && endpoint.method === 'GET') await readmit();
    if (outcome instanceof StreamedAnswer || outcome instanceof Representation) return outcome;
    const { status, headers, data } = answerOf(endpoint, outcome);
    return { status, headers, json: await dataTextInTurns(data) };
  }

  #identify(hash: string | undefined, sessionId: string | undefined, find = this.#options.findIdentity) {
    return identify({ find, operatorHash: this.#operatorHash }, hash, sessionId);
  }

  #of(endpoint: Endpoint): Registered {
    const registered = this.#registered.get(`${endpoint.method} ${endpoint.path}`);
    if (!registered) throw new ServiceError('NOT_FOUND', 'There is no such endpoint.');
    return registered;
  }

  #writesOf(
    { endpoint, caller, session, readmit }: AdmittedCall,
    request: { credentials: Credentials; input: UnparsedInput; context: CallContext },
  ): Pick<Call<Endpoint>, 'write' | 'writeValue'> {
    const { storage } = this.#options;
    const mayBeEnded = session !== undefined && (isOfSession(caller, session.id) || caller.kind === 'worker');
    const once = <T>(work: (tx: Transaction) => Promise<T>, form: KeptForm<T>, options?: WriteOptions): Promise<T> =>
      writeOnce(
        { keys: this.#keys, storage, endpoint, ...request },
        // What need not last is read together with its seat, which ends with its agent.
        mayBeEnded && options?.durable !== false ? whileAdmitted(session, work, readmit) : work,
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
  }

  #waitsOf(
    { endpoint, caller, session, readmit }: AdmittedCall,
    credentials: Credentials,
    context: CallContext,
  ): Pick<Call<Endpoint>, 'longPoll' | 'gone' | 'isStillAdmitted'> {
    const { bus, closing } = this.#options;
    const gone = (): AbortSignal => AbortSignal.any([closing, context.gone()]);
    return {
      longPoll: async (waitSeconds, read, isEmpty, { topic, pollMs } = {}) => {
        if (!waitSeconds || !session) return read();
        using held = new DisposableStack();
        held.use(this.#waits.take(this.holderOf(endpoint, { caller, session }, credentials)));
        return await longPoll({
          bus,
          topic: topic ?? session.id,
          pollMs,
          waitMs: waitSeconds * 1000,
          signal: gone(),
          read,
          isEmpty,
          mayContinue: async () => (await readmit())?.status !== 'completed',
        });
      },
      gone,
      isStillAdmitted: () =>
        readmit().then(
          () => true,
          () => false,
        ),
    };
  }
}
