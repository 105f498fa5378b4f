import type { Caller } from '../access/caller.ts';
import type { SessionRow } from './session-store.ts';

/** Agents of the session and the observer token of its creation may see the invite code (ACC-17). */
export const maySeeInvite = (caller: Caller): boolean =>
  caller.kind === 'agent' || (caller.kind === 'observer' && caller.issuedToCreator);

/**
 * Whether agents wait for each other here. Only such a session is paused by an absence and can stall (PRES-5, PRES-6).
 */
export const worksInRealTime = ({ status, mode }: Pick<SessionRow, 'status' | 'mode'>): boolean =>
  status === 'active' && mode === 'realtime';
