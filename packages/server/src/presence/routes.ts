import type { Endpoints } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import type { Queries } from '../storage/storage.ts';
import { listPresence } from './list-presence.ts';
import { recordHeartbeat } from './record-heartbeat.ts';
import { setTyping } from './set-typing.ts';
import type { OfflineRules } from './mark-offline.ts';

interface PresenceRoutes extends OfflineRules {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  now: () => number;
  heartbeatIntervalMs: number;
  /** The number of live streams of a session, on all nodes. */
  watchers: (sessionId: string) => Promise<number>;
}

export const bindPresence = ({
  bind,
  endpoints,
  read,
  now,
  heartbeatIntervalMs,
  watchers,
  ...rules
}: PresenceRoutes): void => {
  bind(endpoints.heartbeat, ({ caller, body, write }) =>
    write(async (tx) => ({ ...(await recordHeartbeat(tx, caller, body, rules)), heartbeatIntervalMs }), {
      durable: false,
    }),
  );
  bind(endpoints.listPresence, async ({ params, query }) => ({
    ...(await listPresence(read, params.sessionId, query, now())),
    watchers: await watchers(params.sessionId),
  }));
  bind(endpoints.setTyping, ({ caller, body, write }) => write((tx) => setTyping(tx, caller, body.typing)));
};
