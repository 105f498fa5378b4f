import type { Message, Recipient } from '@pairspace/protocol';
import { presentUnread, type ReadRow } from '../inbox/position-store.ts';
import { type HeardRow, lastSignOf, presentHeard, type WrittenRow } from '../presence/presence-store.ts';
import { isoTimeOrNull } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';

/** A seat before a message is posted: the presence of its agent, and its read position. */
export interface Seat extends HeardRow, WrittenRow, Omit<ReadRow, 'last_seq'> {
  agentId: string;
  agentName: string;
  /** The key line of the seat, which stands for all successive keys of its agent; null without a key. */
  keyLine: string | null;
  /**
   * A part of the session’s head. The query of the seats reads it, because that query runs after the one that locks the
   * session.
   */
  watched: 1 | null;
}

/** The agents that have a seat, in the order of joining. */
export const listSeats = (db: Queries, sessionId: string): Promise<Seat[]> =>
  db.all<Seat>`
    select seat.agent_id as "agentId", seat.agent_name as "agentName", key_line as "keyLine", read_seq, read_ordinal, joined_at, last_write_at, status, current_activity, last_seen_at, expires_at, reach, (
      select ordinal from inbox where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id
      order by seq desc limit 1
    ) as last_ordinal, case when exists (select 1 from webhook_subscription where session_id = ${sessionId})
      or exists (select 1 from webhook_subscription where session_id = '*') then 1 end as watched
    from seat left join presence on presence.session_id = seat.session_id and presence.agent_id = seat.agent_id
    where seat.session_id = ${sessionId} order by seat.position
  `;

interface PostedEntry {
  message: Message;
  concerns: readonly NewInboxEntry[];
}

/** The recipients of a message, each with an unread count that includes the message (INB-12). */
export const presentRecipients = (
  { message, concerns }: PostedEntry,
  seats: readonly Seat[],
  now: number,
): Recipient[] => {
  const { mentions, authorAgentId, seq } = message;
  const concerned = new Set(concerns.map(({ agentId }) => agentId));
  return seats
    .filter(({ agentId }) => agentId !== authorAgentId && (mentions.length === 0 || mentions.includes(agentId)))
    .map((seat) => presentRecipient(seat, { seq, concerned: concerned.has(seat.agentId) }, now));
};

const presentRecipient = (
  seat: Seat,
  { seq, concerned }: { seq: number; concerned: boolean },
  now: number,
): Recipient => ({
  agentId: seat.agentId,
  ...presentHeard(seat, now),
  lastSeenAt: isoTimeOrNull(lastSignOf(seat)),
  unread: presentUnread({ ...seat, last_ordinal: (seat.last_ordinal ?? 0) + (concerned ? 1 : 0), last_seq: seq }),
});
