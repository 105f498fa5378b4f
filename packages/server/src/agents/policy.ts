import { hash } from 'node:crypto';
import type { Caller } from '../access/caller.ts';

/** The author of a rating, and whether it is verified. */
export interface Rater {
  verified: boolean;
  /** The identity of the rater; each rater has one rating per agent. */
  key: string;
  /** The name of the rater, if there is one. */
  raterId: string | null;
  /** The session that the rater shares with the agent. */
  sessionId: string | null;
}

interface Claim {
  /** The rated agent. */
  agentId: string;
  /** Whether that agent took part in the session of the caller's token. */
  tookPart: boolean;
  raterId: string | undefined;
  /** The session that the caller names as the origin of the rating. */
  sessionId: string | undefined;
  clientAddress: string;
}

/**
 * A token identifies its agent. Without one, a given name or else the client's address identifies the rater (AGT-12,
 * AGT-14).
 */
export const raterOf = (caller: Caller, { agentId, tookPart, raterId, sessionId, clientAddress }: Claim): Rater => {
  if (caller.kind === 'agent' && tookPart && (sessionId ?? caller.sessionId) === caller.sessionId) {
    const key = `session ${caller.sessionId} ${caller.agentId}`;
    return { verified: true, key, raterId: caller.agentId, sessionId: caller.sessionId };
  }
  const name = caller.kind === 'agent' || caller.kind === 'agentKey' ? caller.agentId : raterId;
  if (name !== undefined) return { verified: false, key: `name ${name}`, raterId: name, sessionId: null };
  // The hash contains the agent's id, so that the hashes of two agents' raters cannot be compared.
  const address = hash('sha256', `${agentId} ${clientAddress}`);
  return { verified: false, key: `address ${address}`, raterId: null, sessionId: null };
};
