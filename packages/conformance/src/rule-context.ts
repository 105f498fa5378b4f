import {
  createSessionFixture,
  type SessionFixture,
  createFullSessionFixture,
  type FullSessionFixture,
} from './session-fixture.ts';
import { Caller } from './caller.ts';
import { checkAnswer, type Reply } from './check-answer.ts';
import { EventStream } from './event-stream.ts';
import { HttpClient, type HttpRequest } from './http-client.ts';
import { RawConnection } from './raw-connection.ts';
import { Receiver } from './receiver.ts';
import type { Service } from './service.ts';
import { skip } from './skip.ts';

interface Listening {
  since?: number | string;
  lastEventId?: number | string;
  /** Listens on this path in place of `/stream`, by `Accept`. */
  path?: 'events';
  /** At another client address than that of the rule. */
  from?: HttpClient | undefined;
}

/** What a rule is given: callers, sessions, streams and sockets of its own, closed when it is over. */
export interface RuleContext extends Disposable {
  base: URL;
  rateLimited: boolean;
  /** A caller without token or session. */
  nobody: Caller;
  /** The caller's client, at an address that nobody has called from; skips where there is only one. */
  elsewhere: () => HttpClient;
  /** A session with everyone in it; `given` goes into its creation. */
  aSession: (given?: Record<string, unknown>) => Promise<SessionFixture>;
  /** A session with everyone and one of everything in it. */
  aFullSession: (given?: Record<string, unknown>) => Promise<FullSessionFixture>;
  /** Opens the live stream of the caller's session. */
  listen: (caller: Caller, options?: Listening) => Promise<EventStream>;
  /** Sends any request and checks that the answer has the envelope. */
  send: (request: HttpRequest) => Promise<Reply>;
  /** Sends any request; the answer may be of any type. */
  http: HttpClient;
  /** A receiver of deliveries; skips where the service is on another machine. */
  receive: (...answering: Parameters<typeof Receiver.open>) => Promise<Receiver>;
  /** Opens a connection for bytes of any kind. */
  dial: () => Promise<RawConnection>;
}

export const openRuleContext = ({ base, rateLimited, newAddress }: Service): RuleContext => {
  const open = new DisposableStack();
  const http = open.use(new HttpClient(base, newAddress()));
  const nobody = new Caller({ http });
  return {
    base,
    rateLimited,
    http,
    nobody,
    elsewhere: () => {
      const address = newAddress() ?? skip('only one client address towards this service');
      return open.use(new HttpClient(base, address));
    },
    aSession: (given) => createSessionFixture(nobody, given),
    aFullSession: (given) => createFullSessionFixture(nobody, given),
    listen: async (caller, { since, lastEventId, path, from = http } = {}) => {
      const request = caller.request(path === 'events' ? 'listEvents' : 'streamEvents', {
        ...(since === undefined ? {} : { query: { since } }),
        headers: {
          accept: 'text/event-stream',
          ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
        },
      });
      return open.use(await EventStream.open(from, request));
    },
    send: async (request) => checkAnswer(await http.send(request)),
    receive: async (...answering) => {
      if (!['127.0.0.1', '[::1]', 'localhost'].includes(base.hostname))
        skip('the service cannot reach a receiver here');
      return open.use(await Receiver.open(...answering));
    },
    dial: async () => open.use(await RawConnection.dial(base)),
    [Symbol.dispose]: () => {
      open.dispose();
    },
  };
};
