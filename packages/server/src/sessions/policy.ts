import { type Caller, hasRight } from '../access/caller.ts';
import type { SessionRow } from './session-store.ts';

/** Agents of the session and the observers that may invite see the invite code (ACC-17). */
export const maySeeInvite = (caller: Caller): boolean => caller.kind === 'agent' || hasRight(caller, 'steer');

/**
 * Whether agents wait for each other here. Only such a session is paused by an absence and can stall (PRES-5, PRES-6).
 */
export const worksInRealTime = ({ status, mode }: Pick<SessionRow, 'status' | 'mode'>): boolean =>
  status === 'active' && mode === 'realtime';
