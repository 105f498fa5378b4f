import { WebhookEvent, word } from '@pairspace/protocol';
import { choice, plain } from '../command.ts';
import { UsageError } from '../errors.ts';
import { line } from '../terminal/text.ts';
import { contentFrom } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';

const known = WebhookEvent.options.join(', ');

/** A module of its own, because the list of events takes longer to load than the other commands. */
export const webhooksAdd = {
  'webhooks add': plain({
    summary: 'have events of the session posted to a URL',
    words: '<url>',
    options: {
      events: { value: 'names', help: 'which, with commas between; default message.created' },
      format: choice('format', ['json', 'slack', 'discord'], ': a text with a link as these take it; default json'),
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
};
