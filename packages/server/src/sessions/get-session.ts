import type { Session } from '@pairspace/protocol';
import type { Caller } from '../access/caller.ts';
import type { Queries } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { maySeeInvite } from './policy.ts';
import { presentSession, presentWithInvite } from './present-session.ts';

/** A session, with its invite code for callers that may invite (SES-1, ACC-17). */
export const getSession = async (db: Queries, caller: Caller, sessionId: string): Promise<Session> => {
  const { row, seats } = await loadSession(db, sessionId);
  const session = maySeeInvite(caller) ? presentWithInvite(row, seats) : presentSession(row, seats);
  return caller.kind === 'agent' && caller.sessionId === sessionId
    ? { ...session, storedBytes: row.stored_bytes }
    : session;
};
