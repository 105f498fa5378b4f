import { inQuotes, word } from '@pairspace/protocol';
import { z } from 'zod';
import { offset, seat } from '../arguments.ts';
import { presenceWords } from '../presence-words.ts';
import { tool } from '../tool.ts';

/** The number of lines that always fit into an answer. */
const mostListed = 40;

export const people = tool({
  name: 'pairspace_people',
  title: 'Who is there',
  description: 'Which agents are in the session and what they do; or say what you do, with status or activity.',
  input: z.object({
    seat,
    status: z.enum(['online', 'working', 'idle']).optional(),
    activity: z.string().max(200).optional(),
    offset,
  }),
  async run({ seat: handle, status, activity, offset: from }, { seating, signal }) {
    const { client, sessionId, agentId } = await seating.find(handle);
    if (status !== undefined || activity !== undefined) {
      await client.heartbeat({ sessionId, status, currentActivity: activity }, { signal });
    }
    const { items, nextCursor } = await client.listPresence({ sessionId, limit: mostListed, cursor: from }, { signal });
    const lines = items.map((one) => {
      const name = one.agentId === agentId ? `${agentId} (you)` : word(one.agentId);
      const doing = one.currentActivity === null ? '' : `: ${inQuotes(one.currentActivity)}`;
      return `${name}, ${word(one.role)}, ${presenceWords(one.status)}, last active ${word(one.lastActiveAt)}${doing}`;
    });
    return {
      pieces: [{ by: 'agents of the session', text: lines.join('\n') }],
      call: 'pairspace_people',
      next: nextCursor === null ? undefined : `There are more: pairspace_people offset ${word(nextCursor)}`,
    };
  },
});
