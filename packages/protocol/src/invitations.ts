import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { InviteCode, SessionId } from './ids.ts';
import { Seat, SessionStatus, Visibility } from './sessions.ts';
import { Timestamp } from './text.ts';

/** The facts about a session that its invite code reveals (DOOR-1). */
export const Invitation = z
  .object({
    sessionId: SessionId,
    sessionName: z.string().meta({ description: 'The name of the session.', examples: ['Release 1.2'] }),
    status: SessionStatus,
    visibility: Visibility,
    inviteCode: InviteCode,
    inviteExpiresAt: Timestamp.meta({
      description: 'Until when it is valid.',
      examples: ['2026-11-23T20:15:04.120Z'],
    }),
    freeSeats: z
      .int()
      .nonnegative()
      .meta({ description: 'How many agents can still join.', examples: [1] }),
    agents: z
      .array(Seat.omit({ joinedAt: true }))
      .meta({ description: 'The agents that are in the session, the creator first.' }),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.output<typeof Invitation>;

export const invitationEndpoints = () => ({
  getInvitation: endpoint({
    method: 'GET',
    path: '/api/invitations/:inviteCode',
    access: 'anyone',
    openToAll: true,
    summary: 'Look an invite code up',
    description: 'The session that the code leads to, while the code is valid. A full session is a 409.',
    params: z.object({
      inviteCode: z
        .string()
        .max(64)
        .meta({ description: 'An invite code; case and hyphens do not matter.', examples: ['K7QF-2M9X-4TRD'] }),
    }),
    result: Invitation,
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['session_full'],
  }),
});
