import { findParents } from '@pairspace/client';
import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { limit, offset, seat } from '../arguments.ts';
import { entryOf, showEntries } from '../messages.ts';
import { firstUnseen, isMessage, nextStep, showMessage } from '../next-step.ts';
import { tool } from '../tool.ts';
import { readForView } from '../view/read-for-view.ts';

export const read = tool({
  name: 'pairspace_read',
  title: 'Read messages',
  description: 'The newest messages, those after or before a number, or one message.',
  input: z.object({
    seat,
    since: z.int().min(0).optional(),
    before: z.int().min(1).optional(),
    limit: limit.describe('Default 10'),
    message: z.string().optional().describe('Id of one message'),
    offset,
    view: z.string().max(2000).optional().describe('For the live view alone'),
  }),
  readOnly: true,
  async run(
    { seat: handle, since, before, limit: most = 10, message: messageId, offset: from, view },
    { seating, signal },
  ) {
    const place = await seating.find(handle);
    if (view !== undefined) return readForView(place, view, signal);
    const { client, sessionId, agentId } = place;
    if (messageId !== undefined) {
      return showMessage(place, await client.getMessage({ sessionId, messageId }, { signal }), signal, from);
    }
    const { items } = await client.listMessages({ sessionId, since, before, limit: most }, { signal });
    if (items.length === 0) return 'no messages there';
    const parents = await findParents(client, sessionId, items, { signal });
    const entries = items.map((message) => entryOf(message, agentId, parents));
    // Without a place to go on from, the newest messages are shown, and a cut leaves out the oldest.
    const isFromEnd = since === undefined;
    const { text, count, long } = isFromEnd ? showNewest(entries) : showEntries(entries);
    if (long) return showMessage(place, long, signal);
    const shown = isFromEnd ? items.slice(items.length - count) : items.slice(0, count);
    const [first, last] = [shown[0]?.seq ?? 0, shown.at(-1)?.seq ?? 0];
    const unseen = await firstUnseen(place, (item) => isMessage(item) && item.seq >= first && item.seq <= last, signal);
    const more =
      count === items.length
        ? ''
        : isFromEnd
          ? `; earlier ones: pairspace_read before ${word(first)}`
          : `; more: pairspace_read since ${word(last)}`;
    return `${text}\nNext: ${nextStep(last, unseen)}${more}`;
  },
});

type Entries = Parameters<typeof showEntries>[0];

/** The last entries that fit, in their order. */
const showNewest = (entries: Entries): ReturnType<typeof showEntries> => {
  for (let begin = 0; begin < entries.length; begin++) {
    const part = entries.slice(begin);
    const shown = showEntries(part);
    if (shown.count === part.length || begin === entries.length - 1) return shown;
  }
  return showEntries(entries);
};
