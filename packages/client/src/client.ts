import { type Endpoints, endpoints, type Event, type ResultOf } from '@pairspace/protocol';
import { type Arguments, type Calls, callsOver } from './calls.ts';
import { callEndpoint } from './call-endpoint.ts';
import { type ClientOptions, type Connection, connectionOf } from './connection.ts';
import { type FollowEvents, followEvents } from './follow-events.ts';
import { followJob, type FollowJob, type JobNews } from './follow-job.ts';
import { type MeClient, meOn } from './me-client.ts';
import { nextEvents, type NextEvents } from './next-events.ts';
import { type SessionClient, sessionOn } from './session-client.ts';
import {
  type AnyRequest,
  type CallName,
  type CallOptions,
  type ItemOf,
  type ListName,
  type RequestOf,
  requestFrom,
} from './request.ts';

/**
 * A client of one service: `client.postMessage({ sessionId, content })`. A refusal is thrown as `ServiceError` with
 * code, message and details, in subclasses such as `NotFound`, `StaleVersion` or `LoopDetected`; a missing answer as
 * `ConnectionFailed`. Reads and POSTs are repeated when the network or the service fails for a moment.
 * `idempotencyKeyOf` of the error gives the key with which a failed POST can be repeated without being done twice.
 */
export interface Client extends Calls {
  /** Calls an endpoint with the parts of the request given separately. */
  call<N extends CallName>(name: N, request: RequestOf<Endpoints[N]>): Promise<ResultOf<Endpoints[N]>>;
  /** The items of a list, page after page (API-18). */
  pages<N extends ListName>(name: N, ...given: Arguments<Endpoints[N]>): AsyncGenerator<ItemOf<N>, void, undefined>;
  /** The log of a session, live, across every disconnection, without gap or repetition. */
  followEvents(follow: FollowEvents): AsyncGenerator<Event, void, undefined>;
  /** The events after a seq, as soon as there are any. */
  nextEvents(wait: NextEvents): Promise<Event[]>;
  /** The output and the progress of a job, live, until its end. */
  followJob(follow: FollowJob): AsyncGenerator<JobNews, void, undefined>;
  /** A session: its inbox and its tasks as iterations, and edits that merge. */
  session(sessionId: string): SessionClient;
  /** The agent of an agent key, which is the token of this client: its sessions, and one inbox over all of them. */
  readonly me: MeClient;
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
      // An empty page is the last one (API-20). Without this check, another service could continue without end.
      cursor = page.items.length === 0 ? null : page.nextCursor;
    } while (cursor !== null);
  }

  // The schemas of each endpoint give the types; this code only passes values on.
  return {
    ...callsOver(call),
    call,
    pages,
    followEvents: (follow: FollowEvents) => followEvents(connection, follow),
    followJob: (follow: FollowJob) => followJob(connection, follow),
    nextEvents: (wait: NextEvents) => nextEvents(connection, wait),
    session: (sessionId: string) => sessionOn(connection, sessionId),
    me: meOn(connection),
    withToken: (token: string | undefined) => clientOn({ ...connection, token }),
  } as unknown as Client;
};
