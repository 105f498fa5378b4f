import type { Caller } from '../access/caller.ts';

/** The invite code is for agents of the session and the observer token of its creation (ACC-17). */
export const maySeeInvite = (caller: Caller): boolean =>
  caller.kind === 'agent' || (caller.kind === 'observer' && caller.issuedToCreator);
