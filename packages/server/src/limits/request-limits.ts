import type { Creation, Endpoint } from '@pairspace/protocol';
import { type Caller, isOfSession } from '../access/caller.ts';
import { AddressRate } from './address-rate.ts';
import { RateLimit, type Rate } from './rate-limit.ts';

/** An address may do so many times what one client may (NET-8). */
const clientsPerAddress = 10;

/** An answer of so many bytes is counted as one request, and each further part of this size as another (NET-39). */
const bytesPerRequest = 256 * 1024;

/** How many of each an address may make without a token, where strangers can reach the service (NET-14). */
export type CreationRates = Record<Creation, Rate>;

interface Rates {
  requestRate: Rate;
  creationRates: CreationRates;
}

/** Who is counted. */
export interface Client {
  address: string;
  /** The hash of its token, or its address where it has none. */
  client: string;
}

export interface CountedRequest extends Client {
  endpoint: Endpoint;
  caller: Caller;
  /** The session in the path, if the path names one. */
  sessionId?: string | undefined;
  hasWait: boolean;
}

/** Counts requests, by kind for each client and in all for each address (LIM-6, NET-8, NET-9, NET-14). */
export class RequestLimits {
  readonly #kinds: Record<RequestKind, RateLimit>;
  readonly #ofAddress: AddressRate;
  readonly #creations: Record<Creation, RateLimit>;

  constructor({ requestRate, creationRates }: Rates) {
    this.#kinds = {
      requests: new RateLimit('requests', requestRate),
      waits: new RateLimit('waits', requestRate),
      heartbeats: new RateLimit('heartbeats', requestRate),
    };
    this.#ofAddress = new AddressRate(
      requestRate === 'off' ? 'off' : { ...requestRate, count: requestRate.count * clientsPerAddress },
    );
    const creation = (kind: Creation): RateLimit => new RateLimit(`new ${kind} from this address`, creationRates[kind]);
    this.#creations = {
      sessions: creation('sessions'),
      profiles: creation('profiles'),
      ratings: creation('ratings'),
      observers: creation('observers'),
      webhooks: creation('webhooks'),
    };
  }

  /** Counts one request; throws RATE_LIMITED when it is one too many. */
  async count({ endpoint, caller, client, address, sessionId, hasWait }: CountedRequest): Promise<void> {
    if (caller.kind === 'operator') return;
    this.countAddress({ address, client });
    await this.#kinds[kindOf(endpoint, hasWait)].count(client);
    if (endpoint.creates && !vouches(endpoint.creates, caller, sessionId))
      await this.#creations[endpoint.creates].count(address);
  }

  /** Counts a request against what its address may do in all (NET-8). */
  countAddress({ address, client }: Client): void {
    this.#ofAddress.count(address, client);
  }

  /** Counts a request for a page or a document, or one with a token that is not known: by its address. */
  async countByAddress(address: string): Promise<void> {
    this.countAddress({ address, client: address });
    await this.#kinds.requests.count(address);
  }

  /** Counts what a large answer costs beyond one request (NET-39). */
  chargeAnswer({ address, client }: Client, bytes: number): void {
    const more = Math.floor(bytes / bytesPerRequest);
    if (more > 0) this.charge({ address, client }, more);
  }

  /** Counts what costs as much as so many requests more. */
  charge({ address, client }: Client, count: number): void {
    this.#ofAddress.charge(address, client, count);
    this.#kinds.requests.charge(client, count);
  }
}

export type RequestKind = 'requests' | 'waits' | 'heartbeats';

/** The kind that a request counts as: `hasWait` where it has the parameter, which counts where the endpoint declares it (NET-9). */
export const kindOf = ({ countedAs, query }: Endpoint, hasWait: boolean): RequestKind => {
  if (countedAs === 'heartbeats') return 'heartbeats';
  return hasWait && query !== undefined && 'wait' in query.shape ? 'waits' : 'requests';
};

/**
 * Anyone may have a token of some session. So it gives no right to open sessions and profiles, or to bring observers
 * into a session of others, whose log tells of each.
 */
const vouches = (creation: Creation, caller: Caller, sessionId: string | undefined): boolean => {
  if (creation === 'sessions' || creation === 'profiles') return false;
  if (creation === 'observers' && (sessionId === undefined || !isOfSession(caller, sessionId))) return false;
  return caller.kind === 'agent' || (caller.kind === 'observer' && caller.invited);
};
