import { inQuotes, word } from '@pairspace/protocol';
import { z } from 'zod';
import { whole } from '../answer.ts';
import { seat } from '../arguments.ts';
import { tool } from '../tool.ts';

export const session = tool({
  name: 'pairspace_session',
  title: 'See or change the session',
  description:
    'Status, agents and link of the session; or pause, complete or reopen it, or add seats. Complete it when the work is done.',
  input: z.object({
    seat,
    status: z.enum(['active', 'paused', 'completed']).optional(),
    seats: z.int().min(2).max(64).optional().describe('So many seats from now on; the creator alone'),
    newLink: z.boolean().optional().describe('Make a new invite code; the old one stops working'),
  }),
  hasView: true,
  async run({ seat: handle, status, seats, newLink }, { seating, signal }) {
    const { client, sessionId, service } = await seating.find(handle);
    if (newLink) await client.reinvite({ sessionId }, { signal });
    const found =
      status === undefined && seats === undefined
        ? await client.getSession({ sessionId }, { signal })
        : await client.updateSession({ sessionId, status, maxAgents: seats }, { signal });
    const agents = found.agents.map(({ agentId, role }) => `${word(agentId)} (${word(role)})`).join(', ');
    const code = found.inviteCode === undefined ? '' : `\nlink: ${service}/j/${word(found.inviteCode)}`;
    return whole([
      `${word(found.id)}, ${word(found.status)}, at #${word(found.lastSeq)}\n${word(found.agents.length)} of ${word(found.maxAgents)} seats${code}`,
      { by: 'name and agents of the session', text: `${inQuotes(found.name, 200)}\n${agents}` },
    ]);
  },
});
