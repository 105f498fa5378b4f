import { WebhookEvent, WebhookFormat, word } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { contentOf } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';

export const webhooksAdd = command({
  summary: 'have events of the session posted to a URL',
  words: '<url>',
  wordCount: [1, 1],
  options: {
    events: { value: 'names', help: 'which, with commas between; default message.created' },
    format: { value: 'format', help: 'json, slack or discord: a text with a link as these take it; default json' },
    'secret-from': { value: 'file', help: 'what deliveries are signed with: a file, or - for standard input' },
  },
  about: [`Events: ${WebhookEvent.options.join(', ')}.`],
  examples: [
    'pairspace webhooks add https://a.example/hook --events message.created,note.updated --secret-from key.txt',
  ],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const events = (given.events ?? 'message.created').split(',').map((name) => {
      const event = WebhookEvent.safeParse(name.trim());
      if (!event.success) throw new UsageError(`"${name}" is no event. There are: ${WebhookEvent.options.join(', ')}.`);
      return event.data;
    });
    const from = given['secret-from'];
    const secret =
      from === undefined
        ? undefined
        : (await contentOf({ word: '-', file: from === '-' ? undefined : from, what: 'the secret' }, run)).trim();
    const format = oneOf('--format', given.format, WebhookFormat.options);
    const { client, sessionId } = await openSeat(run);
    const webhook = await client.createWebhook({ url: words[0] ?? '', events, secret, format, sessionId }, { signal });
    terminal.print(
      given.json ? jsonLine(webhook) : `${line`Added ${webhook.id} for `}${webhook.events.map(word).join(', ')}.`,
    );
  },
});
