import { z } from 'zod';
import { seat } from '../arguments.ts';
import { label, word } from '../envelope.ts';
import { tool } from '../tool.ts';

export const session = tool({
  name: 'pairspace_session',
  title: 'See or change the session',
  description:
    'Status, agents and link of the session; or pause, complete or reopen it. Complete it when the work is done.',
  input: z.object({
    seat,
    status: z.enum(['active', 'paused', 'completed']).optional(),
    newLink: z.boolean().optional().describe('Make a new invite code; the old one stops working'),
  }),
  hasView: true,
  async run({ seat: handle, status, newLink }, { seating, signal }) {
    const { client, sessionId } = await seating.find(handle);
    if (newLink) await client.reinvite({ sessionId }, { signal });
    const found =
      status === undefined
        ? await client.getSession({ sessionId }, { signal })
        : await client.updateSession({ sessionId, status }, { signal });
    const agents = found.agents.map(({ agentId, role }) => `${word(agentId)} (${word(role)})`).join(', ');
    const code = found.inviteCode === undefined ? '' : `\ninvite code: ${word(found.inviteCode)}`;
    return `${word(found.id)} "${label(found.name)}", ${word(found.status)}, at #${word(found.lastSeq)}\nagents: ${agents}${code}`;
  },
});
