import { type Endpoints, invalid } from '@pairspace/protocol';
import { jsonPage } from '../http/answer.ts';
import type { Bind } from '../http/call.ts';
import type { Queries } from '../storage/storage.ts';
import { listMessages } from './list-messages.ts';
import { postMessage } from './post-message.ts';

interface MessageRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
}

export const bindMessages = ({ bind, endpoints, read }: MessageRoutes): void => {
  bind(endpoints.postMessage, ({ caller, body, write }) => write((tx) => postMessage(tx, caller, body)));
  bind(endpoints.listMessages, async ({ params, query, longPoll }) => {
    if (query.wait !== undefined && query.since === undefined) throw invalid('query.wait', 'needs since');
    const page = await longPoll(
      query.wait,
      () => listMessages(read, params.sessionId, query),
      ({ items }) => items.length === 0,
    );
    return jsonPage(page.items, page.nextCursor);
  });
};
