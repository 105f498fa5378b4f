import { type Endpoint, ServiceError } from '@pairspace/protocol';
import { appendAdminEntry } from '../../access/admin-log.ts';
import { isAgentKey } from '../../access/agent-key.ts';
import {
  type AgentCaller,
  type AgentKeyCaller,
  type Caller,
  identify,
  identifyByKey,
  identifySeatByKey,
  type Identity,
  isMember,
} from '../../access/caller.ts';
import { findCreateKey, wrongCreateKey } from '../../access/create-key.ts';
import { admit, admitCreation, needsCreateKey, needsReaderKey, readsByToken } from '../../access/guard.ts';
import { makersOf } from '../../access/origin.ts';
import type { SessionHead } from '../../access/session-head.ts';
import { hashOfToken, tokenHash } from '../../access/token.ts';
import type { Bus } from '../../events/bus.ts';
import type { Holder } from '../../limits/quota.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import type { Queries, Storage, Transaction } from '../../storage/storage.ts';
import { actOf, isToldRead } from './admin-acts.ts';
import { type AdmittedRequest, waitsOf, writesOf } from './admitted-request.ts';
import { Representation, EventStream } from './answer.ts';
import { answerOf, type Handler, type CallContext, type Credentials, createParse, type UnparsedInput } from './call.ts';
import { withWarnings } from './body-warnings.ts';
import { IdempotencyKeys, keyCheck } from './idempotency.ts';
import { kindOf } from '../../limits/request-limits.ts';
import { type AnswerLimits, PendingAnswer } from './pending-answer.ts';
import { StreamedAnswer } from './streamed-answer.ts';

/** A success whose payload is JSON. */
export interface Success {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The payload, as a value or as JSON text. */
  data: unknown;
}

/** The result of a successful call. A refusal is thrown as `ServiceError`. */
export type CallResult = Success | Representation | StreamedAnswer | EventStream;

/** The result, and the reservation of the bytes of its answer, which ends when they are sent. */
export interface CountedResult {
  outcome: CallResult;
  holder: Holder;
  pending: PendingAnswer;
}

/** The caller of a request, and the name under which its limits are counted. */
export interface IdentifiedClient extends Identity {
  /** The hash of the caller's token, or the caller's address if there is no token. */
  client: string;
  /** The create key under which the request came. */
  createKeyId: string | undefined;
  /** Whether only a create key lets the caller read; the key may end (MOD-13). */
  readsByKey: boolean;
}

interface Arrival {
  /** The session in the path, if there is one. */
  sessionId: string | undefined;
  /** Whether the request has `wait`. */
  waits: boolean;
  header: CallContext['header'];
}

interface DispatcherOptions {
  storage: Storage;
  bus: Bus;
  serviceLimits: AnswerLimits & Pick<ServiceLimits, 'requestsAtWork' | 'waits'>;
  /** The operator's token, or two with a comma between. */
  adminToken: string | undefined;
  /** The callers that may create sessions, profiles and the like: all, or those with a key (MOD-9). */
  creators: 'anyone' | 'key';
  /** The callers that may read what is public (MOD-13). */
  readers: 'anyone' | 'key';
  now: () => number;
  /** Called for each request with a valid create key. */
  onCreateKey: (id: string) => void;
  /** Refuses secrets in the fields of a body (SEC-1, SEC-2). */
  screen: (
    fields: readonly string[],
    body: Readonly<Record<string, unknown>>,
    session: SessionHead | undefined,
  ) => Promise<void> | undefined;
  /** Called for each request by which an agent shows that it is present. */
  onSignOfLife: (agent: AgentCaller | AgentKeyCaller) => void;
  /** Called for every refusal with a reason. */
  onRefusal: (reason: string) => void;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

interface Registered {
  parse: ReturnType<typeof createParse>;
  handler: Handler<Endpoint>;
  checkKey: ReturnType<typeof keyCheck>;
}

/** Whether a query contains `wait`. */
export const hasWait = (query: unknown): boolean => (query as { wait?: unknown }).wait !== undefined;

/**
 * Dispatches calls to endpoints from any transport: identifies, limits, admits, parses and runs them. It knows neither
 * the web framework nor sockets. HTTP (`bind.ts`) and `createDispatch` are its two callers.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #operatorHashes: readonly string[];
  readonly #keys = new IdempotencyKeys();
  readonly #identified = new WeakMap<Transaction, Map<string | undefined, Promise<Identity>>>();
  readonly #registered = new Map<string, Registered>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#operatorHashes = options.adminToken?.split(',').map(tokenHash) ?? [];
  }

  /** Connects an endpoint with what it does. */
  register<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    this.#registered.set(`${endpoint.method} ${endpoint.path}`, {
      parse: createParse(endpoint),
      handler: handler as unknown as Handler<Endpoint>,
      checkKey: keyCheck(endpoint),
    });
  }

  /** Identifies and counts the caller, finds its create key, and makes the refusals that need no body. */
  async identifyAndLimit(endpoint: Endpoint, credentials: Credentials, arrival: Arrival): Promise<IdentifiedClient> {
    const identified = await this.#identifyAndCount(endpoint, credentials, arrival);
    const readsByKey = await this.#readsByKey(endpoint, identified, arrival.header);
    return { ...identified, readsByKey, createKeyId: await this.#createKeyOf(endpoint, identified, arrival.header) };
  }

  async #identifyAndCount(endpoint: Endpoint, credentials: Credentials, { sessionId, waits }: Arrival) {
    const { requests, requestsAtWork } = this.#options.serviceLimits;
    const { clientAddress: address } = credentials;
    // The check comes before any read, because a refusal must be cheap.
    if (kindOf(endpoint, waits) === 'requests') requestsAtWork.assertRoom({ address, client: address });
    try {
      const hash = hashOfToken(credentials.token);
      const { caller, session } = await this.#identify(hash, credentials, sessionId);
      const client = hash ?? address;
      await requests.count({ endpoint, caller, client, address, sessionId, hasWait: waits });
      return { caller, session, client };
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await requests.countByAddress(address);
      throw error;
    }
  }

  /**
   * Returns the id of the create key that the request sends. Throws if the key is not valid, or missing where one is
   * needed.
   */
  async #createKeyOf(
    { access, creates, takesCreateKey }: Endpoint,
    { caller, session }: Identity,
    header: CallContext['header'],
  ): Promise<string | undefined> {
    const isNeeded = this.#options.creators === 'key';
    const given = header('x-create-key');
    if ((!creates && !takesCreateKey) || (given === undefined && !isNeeded)) return undefined;
    const maker = admit(access, caller, session);
    const id = given === undefined || maker.kind === 'operator' ? undefined : await this.#neededKey(maker, given);
    if (creates && isNeeded) admitCreation(creates, maker, id);
    return id;
  }

  /**
   * Refuses a reader without a key where one is needed. Returns whether only the create key lets the caller read
   * (MOD-13).
   */
  async #readsByKey(
    { method, openToAll }: Endpoint,
    { caller, session }: Identity,
    header: CallContext['header'],
  ): Promise<boolean> {
    if (this.#options.readers !== 'key' || method !== 'GET' || openToAll) return false;
    if (readsByToken(caller, session)) return false;
    const given = header('x-create-key');
    if (given === undefined || (await this.#validKey(given)) === undefined) throw needsReaderKey();
    return true;
  }

  /** The id of the create key, if it is valid. */
  async #validKey(given: string): Promise<string | undefined> {
    const { storage, now, onCreateKey } = this.#options;
    const found = await findCreateKey(storage.read, given, now());
    if (found) onCreateKey(found.id);
    return found?.id;
  }

  /** Admits an identified caller, parses its input, and runs the operation. */
  async run(
    endpoint: Endpoint,
    identified: IdentifiedClient,
    credentials: Credentials,
    input: UnparsedInput,
    context: CallContext,
  ): Promise<CountedResult> {
    const { serviceLimits } = this.#options;
    let pending: PendingAnswer | undefined;
    try {
      const registered = this.#of(endpoint);
      registered.checkKey(context.header('idempotency-key'), identified.caller.kind === 'stranger');
      const caller = admit(endpoint.access, identified.caller, identified.session);
      if (isAgent(caller, endpoint) && isSignOfLife(endpoint, input)) this.#options.onSignOfLife(caller);
      const holder = holderOf(caller, identified, credentials);
      pending = new PendingAnswer(endpoint, serviceLimits, holder, context.gone);
      const { session, createKeyId, readsByKey } = identified;
      const given = { credentials, input, context, createKeyId, readsByKey };
      const admitted = { endpoint, caller, session, holder, pending, ...given };
      const work = (): Promise<CallResult> => this.#outcomeOf(registered, admitted);
      // A wait does no work, and heartbeats must always pass (ERR-10).
      const isWork = kindOf(endpoint, hasWait(input.query)) === 'requests';
      const outcome = await (isWork ? serviceLimits.requestsAtWork.run(holder, work) : work());
      return { outcome, holder, pending };
    } catch (error) {
      pending?.[Symbol.dispose]();
      const reason = error instanceof ServiceError ? error.details?.['reason'] : undefined;
      if (typeof reason === 'string') this.#options.onRefusal(reason);
      throw error;
    }
  }

  async #outcomeOf({ parse, handler }: Registered, admitted: AdmittedRequest): Promise<CallResult> {
    const { endpoint, caller, session, holder, pending, credentials, context, createKeyId, readsByKey } = admitted;
    const parsed = parse(admitted.input);
    const screened = endpoint.screened && this.#options.screen(endpoint.screened, parsed.body, session);
    if (screened) await screened;
    if (isToldRead(admitted, parsed.query))
      await this.#options.storage.write((tx) => appendAdminEntry(tx, actOf(admitted)));
    const readmit = (tx?: Transaction): Promise<SessionHead | undefined> => this.#readmit(admitted, tx);
    if (mustBegin(endpoint)) await pending.begin();
    const outcome = await handler({
      ...parsed,
      caller,
      session,
      clientAddress: credentials.clientAddress,
      serviceUrl: context.serviceUrl,
      header: context.header,
      agentKey: context.header('x-agent-key') ?? keyIn(credentials),
      makers: makersOf(caller, createKeyId),
      readsByKey,
      neededCreateKey: () => this.#neededKey(caller, context.header('x-create-key')),
      prefers: context.prefers,
      ...writesOf({ ...admitted, readmit }, { storage: this.#options.storage, keys: this.#keys }),
      isMember: holder.isMember ?? false,
      roomForAnswer: () => pending.begin(),
      charge: () => {
        this.#options.serviceLimits.requests.charge(holder, 1);
      },
      ...waitsOf({ ...admitted, readmit }, this.#options),
    });
    if (outcome instanceof EventStream) return outcome;
    // The data that was read may be newer than a change of the session to private (ACC-9).
    if (!isMember(caller) && session && endpoint.method === 'GET') await readmit();
    if (outcome instanceof StreamedAnswer || outcome instanceof Representation) return outcome;
    const answer = answerOf(endpoint, outcome);
    if (endpoint.streamsBody) return answer;
    return { ...answer, data: withWarnings(endpoint, admitted.input.body, answer.data) };
  }

  /** Checks the access of a caller again; throws if it has lost access. */
  async #readmit(
    { endpoint, session, credentials, context }: AdmittedRequest,
    tx?: Transaction,
  ): Promise<SessionHead | undefined> {
    const hash = hashOfToken(credentials.token);
    const present = await (tx
      ? this.#identifyOnce(tx, hash, credentials, session?.id)
      : this.#identify(hash, credentials, session?.id));
    admit(endpoint.access, present.caller, present.session);
    if (!tx) await this.#readsByKey(endpoint, present, context.header);
    return present.session;
  }

  async #neededKey(caller: Caller, given: string | undefined): Promise<string> {
    if (given === undefined) throw needsCreateKey(caller);
    const id = await this.#validKey(given);
    if (id === undefined) throw wrongCreateKey();
    return id;
  }

  async #identify(
    hash: string | undefined,
    { token, worker, inSeat }: Pick<Credentials, 'token' | 'worker' | 'inSeat'>,
    sessionId: string | undefined,
    db: Queries = this.#options.storage.read,
  ): Promise<Identity> {
    if (hash !== undefined && token !== undefined && isAgentKey(token) && !worker) {
      return (inSeat ? identifySeatByKey : identifyByKey)(db, hash, sessionId);
    }
    const identity = await identify({ db, operatorHashes: this.#operatorHashes }, hash, sessionId);
    return worker ? { ...identity, caller: { kind: 'operator', worker } } : identity;
  }

  /** Writes that share a transaction often have one caller, whose access cannot end while the transaction runs. */
  #identifyOnce(
    tx: Transaction,
    hash: string | undefined,
    credentials: Credentials,
    sessionId: string | undefined,
  ): Promise<Identity> {
    const known = this.#identified.get(tx) ?? new Map<string | undefined, Promise<Identity>>();
    this.#identified.set(tx, known);
    const name = credentials.inSeat ? `seat ${hash ?? ''}` : hash;
    const identity = known.get(name) ?? this.#identify(hash, credentials, sessionId, tx);
    known.set(name, identity);
    return identity;
  }

  #of(endpoint: Endpoint): Registered {
    const registered = this.#registered.get(`${endpoint.method} ${endpoint.path}`);
    if (!registered) throw new ServiceError('NOT_FOUND', 'There is no such endpoint.');
    return registered;
  }
}

/** The agent key that is sent as the bearer token. */
const keyIn = ({ token }: Credentials): string | undefined =>
  token !== undefined && isAgentKey(token) ? token : undefined;

/** Whether the caller is an agent in its session, or an agent that acts for all its sessions by its key. */
const isAgent = (caller: Caller, { access }: Endpoint): caller is AgentCaller | AgentKeyCaller =>
  caller.kind === 'agent' || (caller.kind === 'agentKey' && access === 'agentKey');

/**
 * Whether room for the answer is reserved before the operation runs. An endpoint that may wait reserves room anew for
 * each read.
 */
const mustBegin = (endpoint: Endpoint): boolean =>
  (endpoint.method === 'GET' || endpoint.largeAnswer !== undefined) &&
  !endpoint.waitsForRoom &&
  kindOf(endpoint, true) !== 'waits';

const isSignOfLife = ({ method, signOfLife }: Endpoint, { query }: UnparsedInput): boolean =>
  method !== 'GET' || signOfLife === true || hasWait(query);

/** The holder of a stream, a wait or an answer. */
const holderOf = (
  caller: Caller,
  { session, client }: IdentifiedClient,
  { clientAddress: address }: Credentials,
): Holder => ({
  sessionId: session?.id ?? (caller.kind === 'agentKey' ? caller.keyLine : ''),
  address,
  client,
  isMember: isMember(caller) || caller.kind === 'operator' || caller.kind === 'agentKey',
});
