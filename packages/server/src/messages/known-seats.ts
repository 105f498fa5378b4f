import { getOpenSession, KnownSession, type SessionHead } from '../access/session-head.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import type { Transaction } from '../storage/storage.ts';
import { listSeats, type Seat } from './recipients.ts';

/** A session with its seats at the end of a transaction. */
class KnownSeats extends KnownSession {
  readonly seats: readonly Seat[];

  constructor(head: SessionHead, seats: readonly Seat[]) {
    super(head);
    this.seats = seats;
  }
}

/** The session, if it accepts writes, and its seats. Both queries are sent at once, so that they share a round trip. */
export const getOpenSessionWithSeats = async (
  tx: Transaction,
  sessionId: string,
): Promise<{ head: SessionHead; seats: readonly Seat[] }> => {
  const [head, seats] = await Promise.all([getOpenSession(tx, sessionId), seatsOf(tx, sessionId)]);
  return { head: head.watched === undefined ? { ...head, watched: seats[0]?.watched } : head, seats };
};

/** The seats of a session; from the previous transaction of the commit, if it knew them. */
const seatsOf = (tx: Transaction, sessionId: string): readonly Seat[] | Promise<readonly Seat[]> =>
  tx.inherited instanceof KnownSeats && tx.inherited.head.id === sessionId
    ? tx.inherited.seats
    : listSeats(tx, sessionId);

/** Passes the seats to the next transaction of the commit, with the inbox entries of this one. */
export const leaveSeats = (
  tx: Transaction,
  head: SessionHead,
  seats: readonly Seat[],
  concerns: readonly NewInboxEntry[],
): void => {
  tx.leave(new KnownSeats(head, concerns.length === 0 ? seats : withEntries(seats, concerns)));
};

const withEntries = (seats: readonly Seat[], concerns: readonly NewInboxEntry[]): Seat[] => {
  const ordinals = new Map(concerns.map(({ agentId, ordinal }) => [agentId, ordinal]));
  return seats.map((seat) => {
    const ordinal = ordinals.get(seat.agentId);
    return ordinal === undefined ? seat : { ...seat, last_ordinal: ordinal };
  });
};
