import type { AgentRole, SessionStatus, Visibility } from '@pairspace/protocol';
import { invariant } from '../lib/invariant.ts';
import type { Queries } from '../storage/storage.ts';
import type { TokenRole } from './token.ts';

/** A token and a session in one row. The columns of each are null if it does not exist. */
export interface IdentityRow extends HeadRow {
  session_id: string | null;
  role: TokenRole;
  holder_id: string;
  holder_name: string;
  issued_to_creator: number;
  invited: number;
  rights: string;
  vouched: number;
  keyed: number;
}

/** The session of a request; `id` is null if there is none. */
export interface HeadRow {
  id: string | null;
  status: SessionStatus;
  visibility: Visibility;
  last_seq: number;
  last_hash: string;
  stored_bytes: number;
}

/** A profile and a session in one row. The columns of each are null if it does not exist. */
export interface KeyIdentityRow extends HeadRow {
  agent_id: string | null;
  agent_name: string;
  key_line: string;
}

/** Finds the token with this hash and the session with this id; either argument may be undefined. */
export const findIdentity = async (
  db: Queries,
  hash: string | undefined,
  sessionId: string | undefined,
): Promise<IdentityRow> => {
  const row = await db.get<IdentityRow>`
    select token.session_id, role, holder_id, holder_name, issued_to_creator, invited, rights, vouched, keyed,
      session.id, status, visibility, last_seq, last_hash, stored_bytes
    from (select 1 as one) request
    left join token on hash = ${hash ?? null}
    left join session on id = ${sessionId ?? null}
  `;
  invariant(row, 'a left join of one row answers one row');
  return row;
};

/** A seat that belongs to a key. */
interface SeatRow {
  agent_name: string;
  role: AgentRole;
}

/** Finds the seat of an agent in a session, if the seat belongs to this key line (ME-2). */
export const findSeatOfKey = (
  db: Queries,
  { sessionId, agentId, keyLine }: { sessionId: string; agentId: string; keyLine: string },
): Promise<SeatRow | undefined> =>
  db.get<SeatRow>`
    select agent_name, role from seat
    where session_id = ${sessionId} and agent_id = ${agentId} and key_line = ${keyLine}
  `;

/** Finds the profile whose key has this hash, and the session with this id. */
export const findKeyIdentity = async (
  db: Queries,
  hash: string,
  sessionId: string | undefined,
): Promise<KeyIdentityRow> => {
  const row = await db.get<KeyIdentityRow>`
    select agent.id as agent_id, agent.name as agent_name, key_line,
      session.id, status, visibility, last_seq, last_hash, stored_bytes
    from (select 1 as one) request
    left join agent on key_hash = ${hash}
    left join session on session.id = ${sessionId ?? null}
  `;
  invariant(row, 'a left join of one row answers one row');
  return row;
};
