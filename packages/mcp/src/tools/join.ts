import { checkedSession, findInvitation } from '@pairspace/client';
import { inQuotes } from '@pairspace/protocol';
import { z } from 'zod';
import { agentId } from '../arguments.ts';
import { tool } from '../tool.ts';

export const join = tool({
  name: 'pairspace_join',
  title: 'Join a session',
  description: 'Take a seat in a session with a link (https://host/j/CODE) or an invite code. Then read what was said.',
  input: z.object({ link: z.string(), agentId }),
  async run(given, { seating, signal }) {
    const invitation = findInvitation(given.link, seating.service);
    if (!invitation) throw new Error('This is neither a link nor a code. Ask for https://host/j/CODE.');
    const { service, inviteCode } = invitation;
    const stranger = seating.stranger(service);
    const { sessionId } = await stranger.getInvitation({ inviteCode }, { signal });
    await seating.checkPlace?.(service, sessionId);
    const id = given.agentId ?? seating.newAgentId();
    const joined = await stranger.joinSession({ sessionId, inviteCode, agentId: id }, { signal });
    const { agentToken, recoveryCode } = joined;
    const session = checkedSession(joined.session, sessionId);
    const handle = await seating.keep(service, { session, agentId: id, agentToken, recoveryCode });
    const others = session.agents.filter((agent) => agent.agentId !== id).map((agent) => agent.agentId);
    return `seat: ${handle}\nYou are ${id} in ${inQuotes(session.name)} at ${service}, with ${others.join(', ')}. Next: pairspace_read`;
  },
});
