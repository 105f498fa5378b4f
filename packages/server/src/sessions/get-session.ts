import { ServiceError, type Session } from '@pairspace/protocol';
import type { Caller } from '../access/caller.ts';
import type { Queries } from '../storage/storage.ts';
import { maySeeInvite } from './policy.ts';
import { presentSession, presentWithInvite } from './present-session.ts';
import { findSessionWithSeats } from './session-store.ts';

/** A session, with its invite code for callers that may invite (SES-1, ACC-17). */
export const getSession = async (db: Queries, caller: Caller, sessionId: string): Promise<Session> => {
  const found = await findSessionWithSeats(db, sessionId);
  if (!found) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  const { row, seats } = found;
  const session = maySeeInvite(caller) ? presentWithInvite(row, seats) : presentSession(row, seats);
  return caller.kind === 'agent' && caller.sessionId === sessionId
    ? { ...session, storedBytes: row.stored_bytes }
    : session;
};
