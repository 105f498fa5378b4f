import type { Creation, Endpoint } from '@pairspace/protocol';
import { type Caller, isOfSession } from '../access/caller.ts';
import { RateLimit, type Rate } from './rate-limit.ts';

/** The ratio of an address's limit to the limit of one client (NET-8). */
const clientsPerAddress = 10;

/** The numbers of entities that an address may create without a token, on an exposed service (NET-14). */
export type CreationRates = Record<Creation, Rate>;

interface Rates {
  requestRate: Rate;
  creationRates: CreationRates;
}

interface CountedRequest {
  endpoint: Endpoint;
  caller: Caller;
  address: string;
  /** The hash of the client's token, or the client's address if there is no token. */
  client: string;
  /** The session in the path, if there is one. */
  sessionId: string | undefined;
  kind: RequestKind;
}

/** Counts requests, by kind for each client and in total for each address (LIM-6, NET-8, NET-14). */
export class RequestLimits {
  readonly #kinds: Record<RequestKind, RateLimit>;
  readonly #ofAddress: RateLimit;
  readonly #creations: Record<Creation, RateLimit>;

  constructor({ requestRate, creationRates }: Rates) {
    this.#kinds = {
      requests: new RateLimit('requests', requestRate),
      waits: new RateLimit('waits', requestRate),
      heartbeats: new RateLimit('heartbeats', requestRate),
      liveOutput: new RateLimit('parts of live output', requestRate),
    };
    const ofAddress = requestRate === 'off' ? 'off' : { ...requestRate, count: requestRate.count * clientsPerAddress };
    this.#ofAddress = new RateLimit('requests from this address', ofAddress);
    const creation = (kind: Creation): RateLimit => new RateLimit(`new ${kind} from this address`, creationRates[kind]);
    this.#creations = {
      sessions: creation('sessions'),
      profiles: creation('profiles'),
      ratings: creation('ratings'),
      observers: creation('observers'),
      webhooks: creation('webhooks'),
    };
  }

  /** Counts one request; throws RATE_LIMITED above a limit. */
  async count({ endpoint, caller, client, address, sessionId, kind }: CountedRequest): Promise<void> {
    if (caller.kind === 'operator') return;
    await this.#ofAddress.count(address);
    await this.#kinds[kind].count(client);
    if (endpoint.creates && !vouches(endpoint.creates, caller, sessionId))
      await this.#creations[endpoint.creates].count(address);
  }

  /** Counts a request for a page or document, or one that counts as several (NET-8). */
  countPage(address: string, cost = 1): Promise<void> {
    return this.#ofAddress.count(address, cost);
  }

  /** Counts a request that is refused as UNAUTHORIZED, such as one with an unknown token, under its address. */
  async countUnknown(address: string): Promise<void> {
    await this.#ofAddress.count(address);
    await this.#kinds.requests.count(address);
  }
}

export type RequestKind = 'requests' | 'waits' | NonNullable<Endpoint['countedAs']>;

/** The kind of a request. `hasWait` only counts if the endpoint declares the parameter `wait` (LIM-6). */
export const kindOf = ({ countedAs, query }: Endpoint, hasWait: boolean): RequestKind => {
  if (countedAs) return countedAs;
  return hasWait && query !== undefined && 'wait' in query.shape ? 'waits' : 'requests';
};

/**
 * Whether the caller's token exempts it from the limits of strangers. Anyone can get a token of some session, so such a
 * token does not allow unlimited sessions and profiles, or observers in other sessions, each of which takes an event.
 */
const vouches = (creation: Creation, caller: Caller, sessionId: string | undefined): boolean => {
  if (creation === 'sessions' || creation === 'profiles') return false;
  if (creation === 'observers' && (sessionId === undefined || !isOfSession(caller, sessionId))) return false;
  return caller.kind === 'agent' || (caller.kind === 'observer' && caller.invited);
};
