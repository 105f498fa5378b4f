import type { ObserverRight } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { newSecret } from '../lib/random.ts';
import { sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { type Capability, recordOrigin } from './origin.ts';

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
  /** The makers of the token (MOD-16). */
  makers: readonly Capability[];
}

/** The form in which a token is stored and looked up: 256 random bits need no slow hash. */
export const tokenHash = (token: string): string => hash('sha256', token);

/** Returns the hash of a token, or undefined if there is no token. */
export const hashOfToken = (token: string | undefined): string | undefined =>
  token === undefined ? undefined : tokenHash(token);

/** Makes the code with which an agent can get a new token. Only the hash of the code is stored (SEAT-1). */
export const newRecoveryCode = (): string => `rec_${newSecret()}`;

/** The kind of a token's holder. It is needed beside the id, because an agent may have chosen the id of an observer. */
const holderKind = { creator: 'agent', partner: 'agent', observer: 'observer', worker: 'worker' } as const;

/** The kind of the holder of a row of `token`. */
export const kindOfHolder = sql`case when role = 'observer' then 'observer' when role = 'worker' then 'worker' else 'agent' end`;

/** Returns rights as the text that a row stores. */
export const rightsText = (rights: readonly ObserverRight[]): string => rights.join(' ');

/** Returns the rights from the text that a row stores. */
export const rightsOf = (text: string): ObserverRight[] => (text === '' ? [] : (text.split(' ') as ObserverRight[]));

/** Makes a token and stores its hash. Only the returned value holds the token itself. */
export const issueToken = (tx: Transaction, grant: TokenGrant): string => {
  const token = `${prefixOf[grant.role]}_${newSecret()}`;
  const { sessionId, role, holderId: id, makers } = grant;
  tx.queueWrite`
    insert into token (hash, session_id, role, holder_id, holder_name, issued_to_creator, invited, rights, vouched, keyed,
      created_at)
    values (${tokenHash(token)}, ${sessionId}, ${role}, ${id}, ${grant.holderName},
      ${Number(grant.issuedToCreator)}, ${Number(grant.invited)}, ${rightsText(grant.rights ?? [])},
      ${Number(grant.vouched ?? false)}, ${Number(makers.some(({ kind }) => kind === 'create key'))}, ${tx.now})
  `;
  recordOrigin(tx, { kind: holderKind[role], sessionId, id }, makers);
  return token;
};

/** Ends the tokens of an agent, an observer or the workers of a session. */
export const endTokens = async (tx: Transaction, { sessionId, id, kind }: Capability): Promise<void> => {
  await tx.run(
    ...statement(sql`
      delete from token where session_id = ${sessionId} and holder_id = ${id} and ${kindOfHolder} = ${kind}
    `),
  );
};
