import { inQuotes, maxWaitSeconds, word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import type { Seating } from '../seating.ts';
import { sessionOver } from '../session-over.ts';
import { showInbox } from '../show-inbox.ts';
import { tool } from '../tool.ts';

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
    if (all) return readAll(seating, seconds, signal);
    const place = await seating.find(handle);
    const { client, sessionId, agentId } = place;
    const page = await client.readInbox({ sessionId, limit: mostItems, wait: seconds }, { signal });
    const last = page.items.at(-1);
    await seating.noteFetch?.(place, last?.seq ?? page.lastSeq);
    if (!last && page.completed) return `nothing new concerns you at #${word(page.lastSeq)}. ${sessionOver}`;
    if (!last) return `nothing new concerns you at #${word(page.lastSeq)}; pairspace_inbox with seconds waits`;
    const more = page.nextCursor === null ? '' : '; then pairspace_inbox shows more';
    return `${await showInbox(page.items, agentId)}\nNext, when you have dealt with these: pairspace_done ${word(last.seq)}${more}`;
  },
});

/** The inbox over all seats of the agent key, session by session. */
const readAll = async (seating: Seating, wait: number, signal: AbortSignal): Promise<string> => {
  const client = seating.me?.();
  if (!client) throw new Error('There is no agent key here. pairspace setup --key makes one for this program.');
  const { agentId } = await client.getMe({}, { signal });
  const { items, nextCursor } = await client.readMyInbox({ limit: mostItems, wait }, { signal });
  if (items.length === 0) return 'nothing new concerns you in any session; pairspace_inbox with all and seconds waits';
  const shown: string[] = [];
  for (const [sessionId, ofSession] of Map.groupBy(items, (item) => item.sessionId)) {
    const [last] = ofSession.slice(-1);
    const done = `then pairspace_done ${word(last?.seq ?? 0)} with the seat of this session`;
    const name = inQuotes(last?.sessionName ?? '');
    shown.push(`In ${word(sessionId)} ${name}:\n${await showInbox(ofSession, agentId)}\n${done}`);
  }
  return `${shown.join('\n\n')}${nextCursor === null ? '' : '\nThere is more after these.'}`;
};
