import { createFullSessionFixture, createSessionFixture } from './session-fixture.ts';
import { Caller } from './caller.ts';
import { checkAnswer, type Reply } from './check-answer.ts';
import { EventStream } from './event-stream.ts';
import { HttpClient, type HttpRequest } from './http-client.ts';
import { RawConnection } from './raw-connection.ts';
import { Receiver } from './receiver.ts';
import type { Service } from './service.ts';
import { skip } from './tools.ts';

export interface ListenOptions {
  since?: number | string;
  lastEventId?: number | string;
  /** Listens on this path in place of `/stream`, with `Accept`. */
  path?: 'events';
  /** At another client address than that of the rule. */
  from?: HttpClient | undefined;
}

/** The tools of a rule: callers, sessions, streams and sockets, all closed at its end. */
export type RuleContext = ReturnType<typeof openRuleContext>;

export const openRuleContext = ({ base, rateLimited, newAddress, through }: Service) => {
  const open = new DisposableStack();
  const http = open.use(new HttpClient(base, newAddress()));
  const nobody = new Caller({ http, through });
  return {
    base,
    rateLimited,
    /** Sends any request; the answer may be of any type. */
    http,
    /** A caller without token or session. */
    nobody,
    /** The same client at an address that no rule has called from; skips the rule if there is only one address. */
    elsewhere: () => {
      const address = newAddress() ?? skip('only one client address towards this service');
      return open.use(new HttpClient(base, address));
    },
    /** Sessions; `given` is added to the body that creates one. */
    aSession: (given?: Record<string, unknown>) => createSessionFixture(nobody, given),
    aFullSession: (given?: Record<string, unknown>) => createFullSessionFixture(nobody, given),
    /** Opens the live stream of the caller's session. */
    listen: async (caller: Caller, { since, lastEventId, path, from = http }: ListenOptions = {}) => {
      const request = caller.request(path === 'events' ? 'listEvents' : 'streamEvents', {
        ...(since === undefined ? {} : { query: { since } }),
        headers: {
          accept: 'text/event-stream',
          ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
        },
      });
      return open.use(await EventStream.open(from, request));
    },
    /** Sends any request and checks that the answer has the envelope. */
    send: async (request: HttpRequest): Promise<Reply> => checkAnswer(await http.send(request)),
    /** A receiver of deliveries; skips the rule if the service runs on another machine. */
    receive: async (...answering: Parameters<typeof Receiver.open>) => {
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
