import { type Invitation, ServiceError } from '@pairspace/protocol';
import { sessionFull, storedInviteCode } from '../access/invite-code.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';

interface InvitedRow {
  id: string;
  name: string;
  status: Invitation['status'];
  visibility: Invitation['visibility'];
  max_agents: number;
  invite_code: string;
  invite_expires_at: number;
  invite_used_up: number;
}

type SeatRow = Pick<Invitation['agents'][number], 'role'> & { agent_id: string; agent_name: string };

export const wrongCode = 'This invite code is wrong, replaced or expired. Ask an agent of the session for a new link.';

/** The session of a valid code. Throws a 404 for an invalid code, and a 409 if no seat is left (DOOR-1). */
export const findInvitation = async (tx: Transaction, inviteCode: string): Promise<Invitation> => {
  const row = await tx.get<InvitedRow>`
    select id, name, status, visibility, max_agents, invite_code, invite_expires_at, invite_used_up from session
    where invite_code = ${storedInviteCode(inviteCode)} and invite_expires_at > ${tx.now}
  `;
  if (!row) throw new ServiceError('NOT_FOUND', wrongCode);
  // An agent that has a seat there finds its session by the code all the same (SES-28).
  if (row.invite_used_up === 1) throw sessionFull(row.max_agents, { sessionId: row.id });
  const seats = await tx.all<SeatRow>`
    select agent_id, agent_name, role from seat where session_id = ${row.id} order by position
  `;
  return {
    sessionId: row.id,
    sessionName: row.name,
    status: row.status,
    visibility: row.visibility,
    inviteCode: row.invite_code,
    inviteExpiresAt: isoTime(row.invite_expires_at),
    freeSeats: Math.max(0, row.max_agents - seats.length),
    agents: seats.map((seat) => ({ agentId: seat.agent_id, agentName: seat.agent_name, role: seat.role })),
  };
};
