import { type Endpoints, invalid } from '@pairspace/protocol';
import { jsonPage } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { JsonText } from '../lib/json-text.ts';
import type { Storage } from '../storage/storage.ts';
import { getMessage } from './get-message.ts';
import { listMessages } from './list-messages.ts';
import { listReceipts } from './list-receipts.ts';
import { postHumanMessage, postMessage } from './post-message.ts';

interface MessageRoutes {
  bind: Bind;
  endpoints: Endpoints;
  storage: Storage;
  /** The rate of messages in one session, by all authors (LOOP-5). */
  pace: RateLimit;
  loopGuard: boolean;
}

export const bindMessages = ({ bind, endpoints, storage, pace, loopGuard }: MessageRoutes): void => {
  const { read } = storage;
  bind(endpoints.postMessage, async ({ caller, body, write }) => {
    await pace.count(caller.sessionId);
    return write((tx, session) => postMessage(tx, caller, body, { loopGuard, session }));
  });
  bind(endpoints.postHumanMessage, async ({ params, caller, body, write }) => {
    await pace.count(params.sessionId);
    return write((tx, session) => postHumanMessage(tx, params.sessionId, caller, body, session));
  });
  bind(endpoints.listMessages, async ({ params, query, longPoll }) => {
    if (query.wait !== undefined && query.since === undefined) throw invalid('query.wait', 'needs since');
    const page = await longPoll(
      query.wait,
      () => listMessages(read, params.sessionId, query),
      ({ items }) => items.length === 0,
    );
    return jsonPage(page);
  });
  bind(
    endpoints.getMessage,
    async ({ params }) => new JsonText(await getMessage(read, params.sessionId, params.messageId)),
  );
  bind(endpoints.listReceipts, ({ params, query }) => listReceipts(read, params, query));
};
