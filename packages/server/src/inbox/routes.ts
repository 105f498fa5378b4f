import type { Endpoints } from '@pairspace/protocol';
import { agentTopic, inboxTopic } from '../events/topics.ts';
import { jsonPage } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { Queries } from '../storage/storage.ts';
import { listPositions } from './list-positions.ts';
import { movePosition } from './move-position.ts';
import { readInbox } from './read-inbox.ts';
import { readMe } from './read-me.ts';
import { readOwnInbox } from './read-own-inbox.ts';

/** Polling only makes up for lost notifications. It is rare, because with thousands of waits it is the main cost. */
const pollMs = 20_000;

interface InboxRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
}

export const bindInbox = ({ bind, endpoints, read }: InboxRoutes): void => {
  bind(endpoints.movePosition, ({ caller, body, write }) =>
    write((tx) => movePosition(tx, caller, body), { durable: false }),
  );
  bind(endpoints.listPositions, ({ params, query }) => listPositions(read, params.sessionId, query));
  bind(endpoints.readInbox, async ({ caller: { sessionId, agentId }, query: { wait, ...query }, longPoll }) => {
    const inbox = await longPoll(
      wait,
      () => readInbox(read, { ...query, sessionId, agentId }),
      ({ items }) => items.length === 0,
      { topic: inboxTopic(sessionId, agentId), pollMs },
    );
    return jsonPage(inbox);
  });
  bind(endpoints.getMe, ({ caller }) => readMe(read, caller));
  bind(endpoints.readMyInbox, async ({ caller, query: { wait, ...query }, longPoll }) => {
    const inbox = await longPoll(
      wait,
      () => readOwnInbox(read, caller, query),
      ({ items }) => items.length === 0,
      { topic: agentTopic(caller.agentId), pollMs },
    );
    return jsonPage(inbox);
  });
};
