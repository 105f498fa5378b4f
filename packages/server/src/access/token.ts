import { hash, randomBytes } from 'node:crypto';
import type { Transaction } from '../storage/storage.ts';

const prefixOf = { creator: 'agt', partner: 'agt', observer: 'obs', worker: 'wrk' } as const;

export type TokenRole = keyof typeof prefixOf;

/** What a token stands for: one holder in one session (ACC-1, ACC-3). */
export interface TokenGrant {
  sessionId: string;
  role: TokenRole;
  holderId: string;
  holderName: string;
  /** It was handed to whoever created the session. */
  issuedToCreator: boolean;
  /** For observers: they showed an invite code or a token of the session. */
  invited: boolean;
}

/** The form in which a token is stored and looked up: 256 random bits need no slow hash. */
export const tokenHash = (token: string): string => hash('sha256', token);

/** Makes a token and stores its hash; the token itself is in the answer and nowhere else. */
export const issueToken = async (tx: Transaction, grant: TokenGrant): Promise<string> => {
  const token = `${prefixOf[grant.role]}_${randomBytes(32).toString('base64url')}`;
  await tx.run`
    insert into token (hash, session_id, role, holder_id, holder_name, issued_to_creator, invited, created_at)
    values (${tokenHash(token)}, ${grant.sessionId}, ${grant.role}, ${grant.holderId}, ${grant.holderName},
      ${Number(grant.issuedToCreator)}, ${Number(grant.invited)}, ${tx.now})
  `;
  return token;
};
