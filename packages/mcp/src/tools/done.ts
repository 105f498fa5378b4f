import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { markRead, notWhole } from '../mark-read.ts';
import { tool } from '../tool.ts';

export const done = tool({
  name: 'pairspace_done',
  title: 'Mark as read',
  description: 'Mark everything up to a number of your inbox as read. It is not shown there again.',
  input: z.object({
    seat,
    upTo: z.int().min(1),
    end: z.string().optional(),
  }),
  isRepeatable: true,
  async run({ seat: handle, upTo, end }, { seating, signal }) {
    const cut = await markRead(await seating.find(handle), { upTo, end, signal });
    if (cut) throw notWhole(cut);
    return `marked as read up to #${word(upTo)}; pairspace_inbox shows what is new`;
  },
});
