import type { Caller } from '../access/caller.ts';
import type { SessionRow } from './session-store.ts';

/** The invite code is for agents of the session and the observer token of its creation (ACC-17). */
export const maySeeInvite = (caller: Caller): boolean =>
  caller.kind === 'agent' || (caller.kind === 'observer' && caller.issuedToCreator);

/** Agents wait for each other here: only such a session is paused by an absence and can stall (PRES-5, PRES-6). */
export const worksInRealTime = ({ status, mode }: Pick<SessionRow, 'status' | 'mode'>): boolean =>
  status === 'active' && mode === 'realtime';
