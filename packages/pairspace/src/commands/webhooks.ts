import { inQuotes } from '@pairspace/protocol';
import { plain } from '../command.ts';
import { rowsOf } from '../terminal/text.ts';
import { openSeat } from '../work/open-seat.ts';

export const webhooks = {
  'webhooks list': plain({
    summary: 'list the webhooks of the session',
    call: async (run) => (await openSeat(run)).all('listWebhooks', {}),
    show: (listed) =>
      rowsOf(listed, ({ id, active, failedDeliveries, url, events }) => [
        id,
        active ? 'active' : 'off',
        failedDeliveries === undefined ? '' : `${String(failedDeliveries)} failed`,
        url === undefined ? 'made by another address' : inQuotes(url, 400),
        events.join(','),
      ]),
    none: 'There are none. Add one: pairspace webhooks add <url> --events …',
  }),
  'webhooks rm': plain({
    summary: 'delete a webhook of the session',
    words: '<webhook>',
    async call(run) {
      const { client } = await openSeat(run);
      return client.deleteWebhook({ webhookId: run.words[0] ?? '' }, { signal: run.signal });
    },
    show: (_, { words: [webhookId = ''] }) => `Deleted ${webhookId}.`,
  }),
};
