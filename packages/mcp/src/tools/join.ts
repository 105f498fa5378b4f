import { checkedSession, findInvitation, invitedSession } from '@pairspace/client';
import { ServiceError, word } from '@pairspace/protocol';
import { z } from 'zod';
import { agentId } from '../arguments.ts';
import { tool } from '../tool.ts';

export const join = tool({
  name: 'pairspace_join',
  title: 'Join a session',
  description:
    'Take a seat in a session with a link (https://host/j/CODE) or an invite code, or go on in your seat there. Then read what was said.',
  input: z.object({ link: z.string(), agentId }),
  async run(given, { seating, signal }) {
    const invitation = findInvitation(given.link, seating.service);
    if (!invitation) throw new Error('This is neither a link nor a code. Ask for https://host/j/CODE.');
    const { service, inviteCode } = invitation;
    const stranger = seating.stranger(service);
    const { sessionId, refusal } = await invitedSession(stranger, inviteCode, { signal });
    await seating.checkPlace?.(service, sessionId);
    const held = await seating.held?.(service, sessionId, given.agentId);
    if (refusal && !held) throw refusal;
    const id = held?.agentId ?? given.agentId ?? seating.newAgentId();
    const wanted = { sessionId, inviteCode, agentId: id };
    const joined = await (held?.client ?? stranger).joinSession(wanted, { signal }).catch((error: unknown) => {
      // The token of a seat that was removed is not known any more.
      if (held && error instanceof ServiceError && error.code === 'UNAUTHORIZED')
        return stranger.joinSession(wanted, { signal });
      throw error;
    });
    const { agentToken, recoveryCode } = joined;
    const session = checkedSession(joined.session, sessionId);
    const handle = await seating.keep(service, { session, agentId: id, agentToken, recoveryCode });
    const role = session.agents.find((agent) => agent.agentId === id)?.role ?? 'partner';
    const others = session.agents.filter((agent) => agent.agentId !== id).map((agent) => agent.agentId);
    return {
      pieces: [
        `seat: ${handle}\nYou are \`${id}\` (${word(role)}) in ${word(sessionId)} at ${service}. Next: pairspace_read`,
        { by: 'name and other agents of the session', text: [session.name, ...others].join('\n') },
      ],
      call: 'pairspace_session',
    };
  },
});
