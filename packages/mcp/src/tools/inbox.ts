import { seat } from '../arguments.ts';
import { inboxEntries, showEntries } from '../messages.ts';
import { showMessage } from '../next-step.ts';
import { sessionOver } from '../session-over.ts';
import { showOwnInbox } from '../show-own-inbox.ts';
import { tool } from '../tool.ts';
import { maxWaitSeconds, word } from '@pairspace/protocol';
import { z } from 'zod';

const mostItems = 20;

export const inbox = tool({
  name: 'pairspace_inbox',
  title: 'What concerns you',
  description:
    'What others did that concerns you and is not marked as read: mentions, replies, handoffs, tasks, ended jobs, changed notes and files. Waits up to 50 seconds if asked.',
  input: z.object({
    seat,
    seconds: z.int().min(0).max(maxWaitSeconds).optional().describe('Default 0'),
    all: z.boolean().optional().describe('All sessions of your agent key'),
  }),
  readOnly: true,
  isLoadedAtOnce: true,
  async run({ seat: handle, seconds = 0, all = false }, { seating, signal }) {
    if (all) return showOwnInbox(seating, seconds, signal);
    const place = await seating.find(handle);
    const { client, sessionId, agentId } = place;
    const page = await client.readInbox({ sessionId, limit: mostItems, wait: seconds }, { signal });
    const last = page.items.at(-1);
    await seating.noteFetch?.(place, last?.seq ?? page.lastSeq);
    if (!last && page.completed) return `nothing new concerns you at #${word(page.lastSeq)}. ${sessionOver}`;
    if (!last) return `nothing new concerns you at #${word(page.lastSeq)}; pairspace_inbox with seconds waits`;
    const entries = await inboxEntries(page.items, agentId, [client, sessionId, signal]);
    const { text, count, long } = showEntries(entries);
    if (long) return showMessage(place, long, signal);
    const shown = entries[count - 1]?.seq ?? page.lastSeq;
    const more = page.nextCursor === null && count === entries.length ? '' : '; then pairspace_inbox shows more';
    return `${text}\nNext, when you have dealt with these: pairspace_done ${word(shown)}${more}`;
  },
});
