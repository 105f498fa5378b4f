import { type Endpoint, ServiceError } from '@pairspace/protocol';
import { appendAdminEntry } from '../../access/admin-log.ts';
import { isAgentKey } from '../../access/agent-key.ts';
import { type AgentCaller, type AgentKeyCaller, type Caller, isMember } from '../../access/caller.ts';
import { admit } from '../../access/guard.ts';
import { makersOf } from '../../access/makers-of.ts';
import type { SessionHead } from '../../access/session-head.ts';
import type { Bus } from '../../events/bus.ts';
import { kindOf } from '../../limits/request-limits.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import type { Transaction } from '../../storage/storage.ts';
import { actOf, isToldRead } from './admin-acts.ts';
import { Answer, EventStream, Representation, StreamedAnswer } from './answer.ts';
import { withWarnings } from './body-warnings.ts';
import { type AdmittedRequest, createParse, type Handler, type Incoming } from './call.ts';
import type { Operation, UnparsedInput } from './call.ts';
import { Callers, type CallersOptions } from './callers.ts';
import { IdempotencyKeys, keyCheck } from './idempotency.ts';
import { preconditionsOf } from './preconditions.ts';
import { waitsOf } from './waits.ts';
import { writesOf } from './writes.ts';

/** The result of a successful call. A refusal is thrown as `ServiceError`. */
export type CallResult = Answer<unknown> | Representation | StreamedAnswer | EventStream;

export interface DispatcherOptions extends CallersOptions {
  bus: Bus;
  serviceLimits: Pick<ServiceLimits, 'requests' | 'atWork' | 'waits'>;
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

/**
 * The way of a request to an endpoint, from any transport: identify, admit, parse, operation, answer. It knows neither
 * the web framework nor sockets. HTTP (`bind.ts`) and calls in this process (`local-dispatch.ts`) come here.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #callers: Callers;
  readonly #keys = new IdempotencyKeys();
  readonly #operations = new Map<string, Operation>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#callers = new Callers(options);
  }

  /** Connects an endpoint with what it does. */
  register<E extends Endpoint>(endpoint: E, handler: Handler<E>): Operation {
    const operation: Operation = {
      endpoint,
      handler: handler as unknown as Handler<Endpoint>,
      parse: createParse(endpoint),
      checkKey: keyCheck(endpoint),
    };
    this.#operations.set(`${endpoint.method} ${endpoint.path}`, operation);
    return operation;
  }

  /** The operation of an endpoint. */
  operationOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): Operation {
    const operation = this.#operations.get(`${method} ${path}`);
    if (!operation) throw new ServiceError('NOT_FOUND', 'There is no such endpoint.');
    return operation;
  }

  /** Identifies, counts and admits the caller: all that needs no body. `query` is the query as the caller sent it. */
  async admit(
    operation: Operation,
    incoming: Incoming,
    { sessionId, query }: { sessionId: string | undefined; query: unknown },
  ): Promise<AdmittedRequest> {
    const { serviceLimits, onSignOfLife } = this.#options;
    const { endpoint } = operation;
    const waits = (query as { wait?: unknown }).wait !== undefined;
    const kind = kindOf(endpoint, waits);
    const { clientAddress: address } = incoming;
    // The check comes before any read, because a refusal must be cheap.
    if (kind === 'requests') serviceLimits.atWork.assertRoom({ address });
    const identity = await this.#identify(incoming, sessionId);
    const { session, hash } = identity;
    const client = hash ?? address;
    await serviceLimits.requests.count({ endpoint, caller: identity.caller, client, address, sessionId, kind });
    const readsByKey = await this.#callers.readsByKey(endpoint, incoming, identity);
    operation.checkKey(incoming.header('idempotency-key'), identity.caller.kind === 'stranger');
    const caller = admit(endpoint.access, identity.caller, session);
    const createKeyId = await this.#callers.createKeyOf(endpoint, incoming, caller);
    if (isAgent(caller, endpoint) && (endpoint.method !== 'GET' || endpoint.signOfLife === true || waits)) {
      onSignOfLife(caller);
    }
    const holder = { address, sessionId: session?.id ?? (caller.kind === 'agentKey' ? caller.keyLine : '') };
    const found = { caller, session, hash, createKeyId, readsByKey, kind, holder };
    return { operation, endpoint, incoming, ...found, isReplayed: false };
  }

  /** Admits a request to MCP or A2A. It is no call of an endpoint; the calls that it makes are admitted each. */
  async admitFace(incoming: Incoming): Promise<void> {
    this.#options.serviceLimits.atWork.assertRoom({ address: incoming.clientAddress });
    await this.#callers.assertReader(incoming);
  }

  async #identify(incoming: Incoming, sessionId: string | undefined) {
    try {
      return await this.#callers.identify(incoming, sessionId);
    } catch (error) {
      const isUnknown = error instanceof ServiceError && error.code === 'UNAUTHORIZED';
      if (isUnknown) await this.#options.serviceLimits.requests.countUnknown(incoming.clientAddress);
      throw error;
    }
  }

  /** Parses the input of an admitted request, and runs its operation. */
  async run(request: AdmittedRequest, input: UnparsedInput): Promise<CallResult> {
    const { atWork } = this.#options.serviceLimits;
    using held = new DisposableStack();
    try {
      // A wait does no work, and heartbeats must always pass (ERR-10).
      if (request.kind === 'requests') held.use(atWork.take(request.holder));
      return await this.#answer(request, input);
    } catch (error) {
      const reason = error instanceof ServiceError ? error.details?.['reason'] : undefined;
      if (typeof reason === 'string') this.#options.onRefusal(reason);
      throw error;
    }
  }

  async #answer(request: AdmittedRequest, input: UnparsedInput): Promise<CallResult> {
    const { storage, screen } = this.#options;
    const { endpoint, operation, incoming, caller, session, createKeyId, readsByKey } = request;
    const preconditions = preconditionsOf(endpoint, (name) => incoming.header(name));
    const parsed = operation.parse(input);
    const screened = endpoint.screened && screen(endpoint.screened, parsed.body, session);
    if (screened) await screened;
    const told = { endpoint, caller, session, input };
    if (isToldRead(told, parsed.query)) await storage.write((tx) => appendAdminEntry(tx, actOf(told)));
    const readmit = (tx?: Transaction): Promise<SessionHead | undefined> => this.#callers.readmit(request, tx);
    const outcome = await operation.handler({
      ...parsed,
      caller,
      session,
      clientAddress: incoming.clientAddress,
      serviceUrl: incoming.serviceUrl,
      preconditions,
      header: (name) => incoming.header(name),
      token: incoming.token,
      agentKey: incoming.header('x-agent-key') ?? agentKeyIn(incoming),
      makers: makersOf(caller, createKeyId),
      readsByKey,
      neededCreateKey: () => this.#callers.neededKey(incoming, caller),
      prefers: (...mediaTypes) => incoming.prefers(...mediaTypes),
      ...writesOf(request, input, { storage, keys: this.#keys, readmit }),
      ...waitsOf(request, readmit, this.#options),
    });
    if (outcome instanceof EventStream) return outcome;
    // The data that was read may be newer than a change of the session to private (ACC-9).
    if (!isMember(caller) && session && endpoint.method === 'GET') await readmit();
    if (outcome instanceof StreamedAnswer || outcome instanceof Representation) return outcome;
    const answer = outcome instanceof Answer ? outcome : new Answer(outcome);
    return endpoint.streamsBody ? answer : new Answer(withWarnings(endpoint, input.body, answer.data), answer);
  }
}

/** The agent key that is sent as the bearer token. */
const agentKeyIn = ({ token }: Incoming): string | undefined =>
  token !== undefined && isAgentKey(token) ? token : undefined;

/** Whether the caller is an agent in its session, or an agent that acts for all its sessions by its key. */
const isAgent = (caller: Caller, { access }: Endpoint): caller is AgentCaller | AgentKeyCaller =>
  caller.kind === 'agent' || (caller.kind === 'agentKey' && access === 'agentKey');
