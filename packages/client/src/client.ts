import { type Endpoint, type Endpoints, endpoints, type Event, type ResultOf } from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import { type ClientOptions, type Connection, connectionOf } from './connection.ts';
import { type FollowEvents, followEvents } from './follow-events.ts';
import { nextEvents, type NextEvents } from './next-events.ts';
import {
  type AnyRequest,
  callNames,
  type CallName,
  type CallOptions,
  type GivenTo,
  type ItemOf,
  type ListName,
  type RequestOf,
  requestFrom,
} from './request.ts';

type Arguments<E extends Endpoint> =
  Record<never, never> extends GivenTo<E>
    ? [given?: GivenTo<E>, options?: CallOptions]
    : [given: GivenTo<E>, options?: CallOptions];

/** One method for each endpoint, which takes everything in one object and answers the payload. */
type Methods = {
  readonly [N in CallName]: (...given: Arguments<Endpoints[N]>) => Promise<ResultOf<Endpoints[N]>>;
};

/**
 * A caller of one service: `client.postMessage({ sessionId, content })`. A refusal is thrown as `ServiceError` with
 * code, message and details; reads and POSTs are tried again when the network or the service fails for a moment. What a
 * call throws at last is a `FailedCall`, by whose `idempotencyKey` a POST can be repeated without being done twice.
 */
export interface Client extends Methods {
  /** Calls an endpoint with its parts given one by one. */
  call<N extends CallName>(name: N, request: RequestOf<Endpoints[N]>): Promise<ResultOf<Endpoints[N]>>;
  /** The items of a list, page after page (API-18). */
  pages<N extends ListName>(name: N, ...given: Arguments<Endpoints[N]>): AsyncGenerator<ItemOf<N>, void, undefined>;
  /** The log of a session as it is written: live, over every disconnection, without gap or repeat. */
  followEvents(follow: FollowEvents): AsyncGenerator<Event, void, undefined>;
  /** The events after a seq, as soon as there are any. */
  nextEvents(wait: NextEvents): Promise<Event[]>;
  /** The same service as another caller; undefined for a stranger. */
  withToken(token: string | undefined): Client;
}

export const createClient = (options: ClientOptions): Client => clientOn(connectionOf(options));

const clientOn = (connection: Connection): Client => {
  const call = (name: CallName, request: AnyRequest): Promise<unknown> =>
    callEndpoint(connection, endpoints[name], request);
  const callFlat = (name: CallName, given: object = {}, options: CallOptions = {}): Promise<unknown> =>
    call(name, { ...requestFrom(name, { ...given }), ...options });

  async function* pages(name: CallName, given: object = {}, options: CallOptions = {}) {
    let cursor: string | null = null;
    do {
      const page = (await callFlat(name, cursor === null ? given : { ...given, cursor }, options)) as {
        items: unknown[];
        nextCursor: string | null;
      };
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  const methods = Object.fromEntries(
    callNames.map((name) => [name, (given?: object, rest?: CallOptions) => callFlat(name, given, rest)]),
  );
  // Each endpoint's own schemas say what is given and answered; here it is only passed on.
  return {
    ...methods,
    call,
    pages,
    followEvents: (follow: FollowEvents) => followEvents(connection, follow),
    nextEvents: (wait: NextEvents) => nextEvents(connection, wait),
    withToken: (token: string | undefined) => clientOn({ ...connection, token }),
  } as unknown as Client;
};
