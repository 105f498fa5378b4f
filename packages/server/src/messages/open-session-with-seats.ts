import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';
import { listSeats, type Seat } from './recipients.ts';

/** The session, if it takes writes, and its seats. Both are asked for at once, so that they travel together. */
export const getOpenSessionWithSeats = async (
  tx: Transaction,
  sessionId: string,
): Promise<{ head: SessionHead; seats: readonly Seat[] }> => {
  const [head, seats] = await Promise.all([getOpenSession(tx, sessionId), listSeats(tx, sessionId)]);
  return { head: { ...head, watched: seats[0]?.watched }, seats };
};
