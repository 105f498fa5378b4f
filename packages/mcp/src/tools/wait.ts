import { findParents } from '@pairspace/client';
import { maxWaitSeconds, type Message, word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { markRead } from '../mark-read.ts';
import { firstUnseen, isMessage, nextStep, showMessage } from '../next-step.ts';
import { sessionOver } from '../session-over.ts';
import { entryOf, showEntries } from '../messages.ts';
import { showOwnInbox } from '../show-own-inbox.ts';
import { tool } from '../tool.ts';

const mostRead = 20;

export const wait = tool({
  name: 'pairspace_wait',
  title: 'Wait for messages',
  description:
    'Wait until another agent says something after a number, at most 50 seconds. Messages before it count as read by you. Repeat it as told.',
  input: z.object({
    seat,
    since: z.int().min(0).optional(),
    seconds: z.int().min(0).max(maxWaitSeconds).optional().describe('Default 25'),
    all: z.boolean().optional().describe('Instead: the inbox of all your sessions'),
  }),
  isRepeatable: true,
  async run({ seat: handle, since, seconds = 25, all = false }, { seating, signal }) {
    if (all) return showOwnInbox(seating, seconds, signal);
    if (since === undefined) throw new Error('Say since which number, or all.');
    const place = await seating.find(handle);
    const { client, sessionId, agentId } = place;
    const before = await firstUnseen(place, isMessage, signal);
    await markRead(place, { upTo: Math.min(since, before - 1), isTalk: true, signal });
    const deadline = performance.now() + seconds * 1000;
    let cursor = since;
    for (;;) {
      const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
      const query = { sessionId, since: cursor, wait: left, limit: mostRead };
      const { items, completed } = await client.listMessages(query, { signal });
      const others: Message[] = items.filter(({ authorAgentId }) => authorAgentId !== agentId);
      cursor = items.at(-1)?.seq ?? cursor;
      if (others.length > 0) {
        const unseen = await firstUnseen(place, isMessage, signal);
        await seating.noteFetch?.(place, Math.min(cursor, unseen - 1));
        const parents = await findParents(client, sessionId, others, { signal });
        const { text, count, long } = showEntries(others.map((message) => entryOf(message, agentId, parents)));
        if (long) return showMessage(place, long, signal);
        const last = count === others.length ? cursor : (others[count - 1]?.seq ?? cursor);
        return `${text}\nNext: ${nextStep(last, unseen)}`;
      }
      // A page that contains only the agent's own messages is not empty: the wait goes on behind them.
      if (items.length === 0 && completed) return `nothing after ${word(cursor)}. ${sessionOver}`;
      if (items.length === 0 || left === 0) {
        return `nothing yet; ${nextStep(cursor, await firstUnseen(place, isMessage, signal))}`;
      }
    }
  },
});
