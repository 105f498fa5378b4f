import { getOpenSession } from '../access/session-head.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import { LogEnd } from '../events/log-end.ts';
import type { SharedState } from '../storage/shared-writes.ts';
import type { Transaction } from '../storage/storage.ts';
import { listSeats, type Seat } from './recipients.ts';

/** An open session and its seats, as shared by the messages that one transaction posts to it. */
export class Conversation {
  readonly end: LogEnd;
  #seats: readonly Seat[];

  constructor(end: LogEnd, seats: readonly Seat[]) {
    this.end = end;
    this.#seats = seats;
  }

  get seats(): readonly Seat[] {
    return this.#seats;
  }

  /** Counts new entries of inboxes. */
  addEntries(entries: readonly NewInboxEntry[]): void {
    for (const { agentId, ordinal } of entries) {
      this.#seats = this.#seats.map((seat) =>
        seat.agentId === agentId ? { ...seat, last_ordinal: ordinal ?? seat.last_ordinal } : seat,
      );
    }
  }
}

/** The session and its seats are queried at once, so that both queries share a round trip. */
const open = async (tx: Transaction, sessionId: string): Promise<Conversation> => {
  const [head, seats] = await Promise.all([getOpenSession(tx, sessionId), listSeats(tx, sessionId)]);
  return new Conversation(new LogEnd({ ...head, watched: seats[0]?.watched }), seats);
};

export const conversations: SharedState<Conversation> = {
  open,
  save: (tx, { end }) => end.save(tx),
};
