import type { ObserverRight } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { newSecret } from '../lib/random.ts';
import type { Transaction } from '../storage/storage.ts';

const prefixOf = { creator: 'agt', partner: 'agt', observer: 'obs', worker: 'wrk' } as const;

export type TokenRole = keyof typeof prefixOf;

/** The holder of a token, in one session (ACC-1, ACC-3). */
export interface TokenGrant {
  sessionId: string;
  role: TokenRole;
  holderId: string;
  holderName: string;
  /** Whether the token was issued to the creator of the session. */
  issuedToCreator: boolean;
  /** For observers: whether they showed an invite code or a token of the session. */
  invited: boolean;
  /** For observers: their rights, which the operator gave if `vouched`. */
  rights?: readonly ObserverRight[];
  vouched?: boolean;
  /** The create key with which an observer came. The token of an agent takes the create key of the agent's seat. */
  createKeyId?: string | undefined;
}

/** The form in which a token is stored and looked up: 256 random bits need no slow hash. */
export const tokenHash = (token: string): string => hash('sha256', token);

/** Returns the hash of a token, or undefined if there is no token. */
export const hashOfToken = (token: string | undefined): string | undefined =>
  token === undefined ? undefined : tokenHash(token);

/** Makes the code with which an agent can get a new token. Only the hash of the code is stored (SEAT-1). */
export const newRecoveryCode = (): string => `rec_${newSecret()}`;

/**
 * The agent id of the seat to which the token belongs; null for observers and workers. The role decides, because an
 * agent may have chosen the id of an observer.
 */
const seatOf = ({ role, holderId }: TokenGrant): string | null =>
  role === 'creator' || role === 'partner' ? holderId : null;

/** Returns rights as the text that a row stores. */
export const rightsText = (rights: readonly ObserverRight[]): string => rights.join(' ');

/** Returns the rights from the text that a row stores. */
export const rightsOf = (text: string): ObserverRight[] => (text === '' ? [] : (text.split(' ') as ObserverRight[]));

/** Makes a token and stores its hash. Only the returned value holds the token itself. */
export const issueToken = (tx: Transaction, grant: TokenGrant): string => {
  const token = `${prefixOf[grant.role]}_${newSecret()}`;
  tx.queueWrite`
    insert into token (hash, session_id, role, holder_id, holder_name, issued_to_creator, invited, rights, vouched, create_key_id,
      created_at)
    values (${tokenHash(token)}, ${grant.sessionId}, ${grant.role}, ${grant.holderId}, ${grant.holderName},
      ${Number(grant.issuedToCreator)}, ${Number(grant.invited)}, ${rightsText(grant.rights ?? [])},
      ${Number(grant.vouched ?? false)}, coalesce(${grant.createKeyId ?? null}, (
        select create_key_id from seat where session_id = ${grant.sessionId} and agent_id = ${seatOf(grant)}
      )), ${tx.now})
  `;
  return token;
};

/**
 * Ends the tokens of an agent or an observer of a session. `kind` is needed because an agent may have chosen the id of
 * an observer.
 */
export const endTokens = async (
  tx: Transaction,
  { sessionId, holderId, kind }: { sessionId: string; holderId: string; kind: 'agent' | 'observer' },
): Promise<void> => {
  await tx.run`
    delete from token where session_id = ${sessionId} and holder_id = ${holderId}
      and case when role = 'observer' then 'observer' when role = 'worker' then 'worker' else 'agent' end = ${kind}
  `;
};
