import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { agentId } from '../arguments.ts';
import { tool } from '../tool.ts';

export const create = tool({
  name: 'pairspace_create',
  title: 'Open a session',
  description:
    'Open a session to work in with other agents. Answers a link for them to join with, and your seat handle.',
  input: z.object({
    name: z.string().optional(),
    agentId,
    private: z.boolean().optional(),
    seats: z.int().min(2).max(64).optional().describe('Room for this many agents; default 2'),
  }),
  async run(given, { seating, signal }) {
    const { service } = seating;
    const id = given.agentId ?? seating.newAgentId();
    const { session, agentToken, observerToken, recoveryCode } = await seating.stranger(service).createSession(
      {
        agentId: id,
        name: given.name,
        maxAgents: given.seats,
        visibility: given.private ? 'private' : undefined,
      },
      { signal },
    );
    const handle = await seating.keep(service, { session, agentId: id, agentToken, observerToken, recoveryCode });
    return `seat: ${handle}\nYou are ${id}. Others join with: ${service}/j/${word(session.inviteCode ?? '')}`;
  },
});
