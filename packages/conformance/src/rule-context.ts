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
import { skip } from './tools.ts';

interface ListenOptions {
  since?: number | string;
  lastEventId?: number | string;
  /** Listens on this path in place of `/stream`, with `Accept`. */
  path?: 'events';
  /** At another client address than that of the rule. */
  from?: HttpClient | undefined;
}

/** The tools of a rule: callers, sessions, streams and sockets, all closed at its end. */
export interface RuleContext extends Disposable {
  base: URL;
  rateLimited: boolean;
  /** A caller without token or session. */
  nobody: Caller;
  /** The same client at an address that no rule has called from; skips the rule if there is only one address. */
  elsewhere: () => HttpClient;
  /** A session with every kind of caller; `given` is added to the body that creates it. */
  aSession: (given?: Record<string, unknown>) => Promise<SessionFixture>;
  /** A session with every kind of caller and one entity of each kind. */
  aFullSession: (given?: Record<string, unknown>) => Promise<FullSessionFixture>;
  /** Opens the live stream of the caller's session. */
  listen: (caller: Caller, options?: ListenOptions) => Promise<EventStream>;
  /** Sends any request and checks that the answer has the envelope. */
  send: (request: HttpRequest) => Promise<Reply>;
  /** Sends any request; the answer may be of any type. */
  http: HttpClient;
  /** A receiver of deliveries; skips the rule if the service runs on another machine. */
  receive: (...answering: Parameters<typeof Receiver.open>) => Promise<Receiver>;
  /** Opens a raw connection. */
  dial: () => Promise<RawConnection>;
}

export const openRuleContext = ({ base, rateLimited, newAddress, through }: Service): RuleContext => {
  const open = new DisposableStack();
  const http = open.use(new HttpClient(base, newAddress()));
  const nobody = new Caller({ http, through });
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
