import { hash } from 'node:crypto';
import type { Caller } from '../access/caller.ts';

/** Who rates, and what that is worth. */
export interface Rater {
  verified: boolean;
  /** Tells raters of one agent apart: each has one rating. */
  key: string;
  /** Under which name, if any. */
  raterId: string | null;
  /** The session that the rater knows the agent from. */
  sessionId: string | null;
}

interface Claim {
  /** Whom the rating is about. */
  agentId: string;
  /** Whether that agent took part in the session of the caller's token. */
  tookPart: boolean;
  raterId: string | undefined;
  /** The session that the rating is said to come from. */
  sessionId: string | undefined;
  clientAddress: string;
}

/** A token vouches for its agent; where nothing does, a name or else the client's address tells raters apart (AGT-12, AGT-14). */
export const raterOf = (caller: Caller, { agentId, tookPart, raterId, sessionId, clientAddress }: Claim): Rater => {
  if (caller.kind === 'agent' && tookPart && (sessionId ?? caller.sessionId) === caller.sessionId) {
    const key = `session ${caller.sessionId} ${caller.agentId}`;
    return { verified: true, key, raterId: caller.agentId, sessionId: caller.sessionId };
  }
  const name = caller.kind === 'agent' ? caller.agentId : raterId;
  if (name !== undefined) return { verified: false, key: `name ${name}`, raterId: name, sessionId: null };
  // With the agent's id in it, so that the hashes of two agents' raters tell nothing about each other.
  const address = hash('sha256', `${agentId} ${clientAddress}`);
  return { verified: false, key: `address ${address}`, raterId: null, sessionId: null };
};
