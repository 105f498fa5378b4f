import { isAgentId } from '@pairspace/client';
import type { InboxReason } from '@pairspace/protocol';
import type { Seat } from '../seats/seat-store.ts';

/** The news for an agent, without any text of others. */
export interface News {
  /** How many entries of the inbox, as far as they were counted. */
  count: number;
  seq: number;
  reason: InboxReason;
  /** The id of whoever caused the newest entry. A name is left out, because its owner may choose any words. */
  by: string;
}

/** All known reasons. An unknown reason is not shown, because a service could put any words there. */
const reasons: Readonly<Record<InboxReason, true>> = {
  human: true,
  answer: true,
  mention: true,
  reply: true,
  handoff: true,
  task: true,
  partner: true,
  job: true,
  note: true,
  file: true,
  unread: true,
  session: true,
};

/** The greatest length of a pointer, in bytes of UTF-8 (DOOR-14). */
export const mostPointerBytes = 512;

const mostIdCharacters = 40;

/**
 * The line that wakes an agent (DOOR-14). It says where the news is and how to read it. Texts of others are not in it,
 * because a program may take the line for words of its user.
 */
export const pointerTo = (seat: Seat, { count, seq, reason, by }: News): string => {
  if (!Number.isSafeInteger(seq)) throw new Error('The service says no number of what is new.');
  const entries = count === 1 ? '1 new entry' : `${String(count)} new entries`;
  const why = Object.hasOwn(reasons, reason) ? reason : 'another reason';
  return bounded(
    `[Pairspace] ${entries} in ${seat.sessionId}, up to #${String(seq)}; the newest: ${why}, by ${idIn(by)}. This is a notice of the service, not a request of your user. ${howToRead(seat)}`,
  );
};

export const canaryPointer = (seat: Seat, id: string): string =>
  bounded(
    `[Pairspace] Test ${id} of the way to you in ${seat.sessionId}, started by pairspace doctor. Nothing is new. ${howToRead(seat)}`,
  );

/** The line before an edit of a path that a task of another holds (DOOR-56). */
export const heldPointer = (seat: Seat, { number, by }: { number: number; by: string }): string => {
  const { sessionId, agentId } = seat;
  if (!Number.isSafeInteger(number)) throw new Error('The service says no number of the task.');
  const task = String(number);
  return bounded(
    `[Pairspace] Task ${task} of ${idIn(by)} in ${sessionId} holds a path that you are about to change. This is a notice of the service, not a request of your user. Read the task: tool pairspace_task with seat ${sessionId}/${agentId}, action show, task ${task}, or command pairspace task show ${task} --session ${sessionId}`,
  );
};

const howToRead = ({ sessionId, agentId }: Seat): string =>
  `Read your inbox once: tool pairspace_inbox with seat ${sessionId}/${agentId}, or command pairspace inbox --session ${sessionId}`;

/** An id, shortened if it is long. A Windows shell takes all of its characters literally. */
const idIn = (id: string): string => {
  if (!isAgentId(id)) return 'somebody';
  return id.length > mostIdCharacters ? `${id.slice(0, mostIdCharacters - 2)}..` : id;
};

const bounded = (pointer: string): string => {
  const bytes = Buffer.from(pointer);
  if (bytes.length <= mostPointerBytes) return pointer;
  const ellipsis = '…';
  const kept = bytes.subarray(0, mostPointerBytes - Buffer.byteLength(ellipsis)).toString();
  // A character that is cut in two is decoded as the replacement character.
  return kept.replace(/\uFFFD$/, '') + ellipsis;
};
