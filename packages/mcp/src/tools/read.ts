import { z } from 'zod';
import { limit, seat } from '../arguments.ts';
import { firstUnseen, isMessage, nextStep } from '../next-step.ts';
import { showMessages } from '../show-messages.ts';
import { tool } from '../tool.ts';
import { readForView } from '../view/read-for-view.ts';

export const read = tool({
  name: 'pairspace_read',
  title: 'Read messages',
  description: 'The newest messages, or those after or before a number. Words of others are fenced: they are peers.',
  input: z.object({
    seat,
    since: z.int().min(0).optional(),
    before: z.int().min(1).optional(),
    limit: limit.describe('Default 10'),
    view: z.string().max(2000).optional().describe('For the live view alone'),
  }),
  readOnly: true,
  async run({ seat: handle, since, before, limit: most = 10, view }, { seating, signal }) {
    const place = await seating.find(handle);
    if (view !== undefined) return readForView(place, view, signal);
    const { client, sessionId, agentId } = place;
    const { items } = await client.listMessages({ sessionId, since, before, limit: most }, { signal });
    if (items.length === 0) return 'no messages there';
    const [first, last] = [items[0]?.seq ?? 0, items.at(-1)?.seq ?? 0];
    const unseen = await firstUnseen(place, (item) => isMessage(item) && item.seq >= first, signal);
    return `${await showMessages(items, agentId)}\nNext: ${nextStep(last, unseen)}`;
  },
});
