import { Repeat } from '../lib/repeat.ts';
import type { Service, Slice } from '../slice.ts';
import { createAsk } from './create-ask.ts';
import { answerAsk, AskIsDue, withdrawAsk } from './end-ask.ts';
import { expireAsk, watchAsks } from './expire-asks.ts';
import { getAsk, listAsks } from './list-asks.ts';

export const asks: Slice = {
  sessionTables: [{ name: 'ask', later: { key: ['id'], isLarge: true } }],
  start(service) {
    const { storage, now, closing, log, pollInterval, watchPauseMs } = service;
    const countEnd = measureAsks(service);
    const onExpired = (): void => {
      countEnd('expired');
    };
    return new Repeat(() => watchAsks({ storage, now, closing, onExpired }), {
      pauseMs: () => pollInterval(watchPauseMs),
      onError: (err) => {
        log.error({ err }, 'a round of the watch of asks failed');
      },
    });
  },
  bind: bindAsks,
};

const measureAsks = ({ metrics, read }: Pick<Service, 'metrics' | 'read'>) => {
  metrics.gauge('pairspace_asks_open', 'Asks that wait for a person', async () => {
    const row = await read.get<{ asks: number }>`select count(*) as asks from ask where status = 'open'`;
    return row?.asks ?? 0;
  });
  return metrics.counter('pairspace_asks_expired_total', 'Asks that nobody answered in time', 'outcome');
};

function bindAsks({ bind, endpoints, read, storage }: Service): void {
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
}
