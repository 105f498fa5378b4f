import { inQuotes, type ListedWebhook } from '@pairspace/protocol';
import { command } from '../command.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { openSeat } from '../work/open-seat.ts';

export const webhooksList = command({
  summary: 'list the webhooks of the session',
  async run(run) {
    const { given, terminal, signal } = run;
    const { client, sessionId } = await openSeat(run);
    const webhooks: ListedWebhook[] = [];
    for await (const webhook of client.pages('listWebhooks', { sessionId }, { signal })) webhooks.push(webhook);
    if (given.json) return tellJson(terminal, webhooks);
    const rows = webhooks.map((webhook) => [
      webhook.id,
      webhook.active ? 'active' : 'off',
      webhook.failedDeliveries === undefined ? '' : `${String(webhook.failedDeliveries)} failed`,
      webhook.url === undefined ? 'made by another address' : inQuotes(webhook.url, 400),
      webhook.events.join(','),
    ]);
    for (const line of inColumns(rows)) terminal.print(line);
    if (webhooks.length === 0) terminal.note('There are none. Add one: pairspace webhooks add <url> --events …');
  },
});
