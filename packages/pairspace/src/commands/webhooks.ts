import { inQuotes, WebhookEvent, WebhookFormat, word } from '@pairspace/protocol';
import { choice, plain } from '../command.ts';
import { rowsOf, line } from '../terminal/text.ts';
import { UsageError } from '../errors.ts';
import { contentFrom } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';

const known = WebhookEvent.options.join(', ');

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
  'webhooks add': plain({
    summary: 'have events of the session posted to a URL',
    words: '<url>',
    options: {
      events: { value: 'names', help: 'which, with commas between; default message.created' },
      format: choice('format', WebhookFormat.options, ': a text with a link as these take it; default json'),
      'secret-from': { value: 'file', help: 'what deliveries are signed with: a file, or - for standard input' },
    },
    about: [`Events: ${known}.`],
    examples: [
      'pairspace webhooks add https://a.example/hook --events message.created,note.updated --secret-from key.txt',
    ],
    async call(run) {
      const { given, words } = run;
      const events = (given.events ?? 'message.created').split(',').map((name) => {
        const event = WebhookEvent.safeParse(name.trim());
        if (!event.success) throw new UsageError(`"${name}" is no event. There are: ${known}.`);
        return event.data;
      });
      const secret = (await contentFrom(given['secret-from'], { what: 'the secret' }, run))?.trim();
      const { call } = await openSeat(run);
      return call('createWebhook', { url: words[0] ?? '', events, secret, format: given.format });
    },
    show: ({ id, events }) => `${line`Added ${id} for `}${events.map(word).join(', ')}.`,
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
