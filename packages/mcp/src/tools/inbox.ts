import { maxWaitSeconds } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { word } from '../envelope.ts';
import { markRead } from '../mark-read.ts';
import { showInbox } from '../show-inbox.ts';
import { tool } from '../tool.ts';

const mostItems = 20;

export const inbox = tool({
  name: 'pairspace_inbox',
  title: 'What concerns you',
  description:
    'What others did that concerns you and is not marked as read: mentions, replies, handoffs, ended jobs, changed notes and files. Waits up to 50 seconds if asked.',
  input: z.object({
    seat,
    done: z.int().min(0).optional().describe('First mark everything up to this number as read'),
    seconds: z.int().min(0).max(maxWaitSeconds).optional().describe('Default 0'),
  }),
  async run({ seat: handle, done, seconds = 0 }, { seating, signal }) {
    const place = await seating.find(handle);
    const { client, sessionId, agentId } = place;
    if (done !== undefined) await markRead(client, sessionId, done, signal);
    const page = await client.readInbox({ sessionId, limit: mostItems, wait: seconds }, { signal });
    const last = page.items.at(-1);
    await seating.noteFetch?.(place, last?.seq ?? page.lastSeq);
    if (!last) return `nothing new concerns you at #${word(page.lastSeq)}; pairspace_inbox with seconds waits`;
    const more = page.nextCursor === null ? '' : ' shows more';
    return `${showInbox(page.items, agentId)}\nNext, when you have dealt with these: pairspace_inbox done ${word(last.seq)}${more}`;
  },
});
