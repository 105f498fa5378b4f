import { findParents } from '@pairspace/client';
import { type Message, word } from '@pairspace/protocol';
import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { limit, offset, seat } from '../arguments.ts';
import { callFor, endOf, entryOf, isLong, piecesOf, showEntries } from '../messages.ts';
import { firstUnseen, isMessage, nextStep } from '../next-step.ts';
import type { SeatedAgent } from '../seating.ts';
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
      return showOne(place, await client.getMessage({ sessionId, messageId }, { signal }), from, signal);
    }
    const { items } = await client.listMessages({ sessionId, since, before, limit: most }, { signal });
    if (items.length === 0) return 'no messages there';
    const parents = await findParents(client, sessionId, items, { signal });
    const entries = items.map((message) => entryOf(message, agentId, parents));
    // Without a place to go on from, the newest messages are shown, and a cut leaves out the oldest.
    const isFromEnd = since === undefined;
    const { text, count, cut } = isFromEnd ? showNewest(entries) : showEntries(entries);
    if (cut) return text;
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

/** A message, with the call that marks it as read behind its end. */
const showOne = async (
  place: SeatedAgent,
  message: Message,
  from: string | undefined,
  signal: AbortSignal,
): Promise<Answer> => {
  const { client, sessionId, agentId } = place;
  const pieces = piecesOf(message, agentId, await findParents(client, sessionId, [message], { signal }));
  const unseen = await firstUnseen(place, ({ seq }) => seq >= message.seq, signal);
  const end = isLong(message) ? `, end ${endOf(message)}` : '';
  const next =
    unseen === Infinity || unseen > message.seq
      ? `Next, when you have dealt with it: pairspace_done ${word(message.seq)}${end}`
      : 'Next: pairspace_inbox has other unread entries';
  return { pieces, call: callFor(message), offset: from, next };
};
