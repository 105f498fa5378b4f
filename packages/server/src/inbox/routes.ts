import type { Endpoints } from '@pairspace/protocol';
import { inboxTopic } from '../events/concern.ts';
import type { Bind } from '../http/call.ts';
import { JsonText } from '../lib/json-text.ts';
import type { Queries } from '../storage/storage.ts';
import { listPositions } from './list-positions.ts';
import { movePosition } from './move-position.ts';
import { type Inbox, readInbox } from './read-inbox.ts';

/** Nothing but a lost nudge is found by looking: with thousands of waits, looking is what costs. */
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
    return inboxText(inbox);
  });
};

const inboxText = ({ items, ...rest }: Inbox): JsonText =>
  new JsonText(`{"items":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`);
