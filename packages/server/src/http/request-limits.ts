import type { Creation, Endpoint } from '@pairspace/protocol';
import { type Caller, isOfSession } from '../access/caller.ts';
import { RateLimit, type Rate } from './rate-limit.ts';

/** An address may do so many times what one client may (NET-8). */
const clientsPerAddress = 10;

interface Rates {
  requestRate: Rate;
  creationRates: Record<Creation, Rate>;
}

export interface CountedRequest {
  endpoint: Endpoint;
  caller: Caller;
  /** Whoever is counted: the hash of the token, or the address where there is none. */
  client: string;
  address: string;
  /** The session in the path, if the path names one. */
  sessionId?: string | undefined;
  hasWait: boolean;
}

/** Counts requests, by kind for each client and in all for each address (LIM-6, NET-8, NET-9, NET-14). */
export class RequestLimits {
  readonly #kinds: Record<'requests' | 'waits' | 'heartbeats', RateLimit>;
  readonly #ofAddress: RateLimit;
  readonly #creations: Record<Creation, RateLimit>;

  constructor({ requestRate, creationRates }: Rates) {
    this.#kinds = {
      requests: new RateLimit('requests', requestRate),
      waits: new RateLimit('waits', requestRate),
      heartbeats: new RateLimit('heartbeats', requestRate),
    };
    const { count, windowMs } = requestRate === 'off' ? { count: 0, windowMs: 0 } : requestRate;
    this.#ofAddress = new RateLimit(
      'requests from this address',
      requestRate === 'off' ? 'off' : { count: count * clientsPerAddress, windowMs },
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
    await this.countAddress(address);
    await this.#kinds[kindOf(endpoint, hasWait)].count(client);
    if (endpoint.creates && !vouches(endpoint.creates, caller, sessionId))
      await this.#creations[endpoint.creates].count(address);
  }

  /** Counts a request against what its address may do in all (NET-8). */
  async countAddress(address: string): Promise<void> {
    await this.#ofAddress.count(address);
  }

  /** Counts a token that is not known; whoever guesses is counted by address. */
  async countGuess(address: string): Promise<void> {
    await this.countAddress(address);
    await this.#kinds.requests.count(address);
  }
}

const kindOf = ({ countedAs, query }: Endpoint, hasWait: boolean): 'requests' | 'waits' | 'heartbeats' => {
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
