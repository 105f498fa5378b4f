import type { Endpoints } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import type { Storage } from '../storage/storage.ts';
import { createAsk } from './create-ask.ts';
import { answerAsk, AskIsDue, withdrawAsk } from './end-ask.ts';
import { expireAsk } from './expire-asks.ts';
import { getAsk } from './ask-store.ts';
import { listAsks } from './list-asks.ts';

interface AskRoutes {
  bind: Bind;
  endpoints: Endpoints;
  storage: Storage;
}

export const bindAsks = ({ bind, endpoints, storage }: AskRoutes): void => {
  const { read } = storage;
  bind(endpoints.createAsk, ({ caller, body, write }) => write((tx) => createAsk(tx, caller, body)));
  bind(endpoints.listAsks, ({ params, query }) => listAsks(read, params.sessionId, query));
  bind(endpoints.getAsk, async ({ params: { sessionId, askId }, query, longPoll }) => {
    const { result } = await longPoll(
      query.wait,
      () => getAsk(read, sessionId, askId),
      ({ status }) => status === 'open',
    );
    return result;
  });
  bind(endpoints.answerAsk, async ({ caller, params, body, write }) => {
    const answer = () => write((tx) => answerAsk(tx, caller, params, body));
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof AskIsDue)) throw error;
      const key = { sessionId: params.sessionId, id: params.askId };
      await storage.write((tx) => expireAsk(tx, key), { session: params.sessionId });
      return answer();
    }
  });
  bind(endpoints.withdrawAsk, ({ caller, params, write }) => write((tx) => withdrawAsk(tx, caller, params.askId)));
};
