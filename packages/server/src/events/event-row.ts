import type { Actor, LoggedName } from '@pairspace/protocol';

/** The bytes that a row of the log counts, without the text of its entity. */
export const eventRowBytes = 200;

/** The columns that only events of messages have, for queries about messages. */
export interface MessageColumns {
  msg_type: string;
  /** The mentioned agents as JSON; null if there are none. */
  named: string | null;
  /** The message to which this one replies. */
  reply_seq: number | null;
  /** The first message of the thread of a reply. */
  thread_seq: number | null;
}

/** The columns of an event of another kind. */
export const noMessage: Readonly<Record<keyof MessageColumns, null>> = {
  msg_type: null,
  named: null,
  reply_seq: null,
  thread_seq: null,
};

/** An event as it is stored; `data` is the JSON text of the entity. */
export interface EventRow {
  seq: number;
  event: LoggedName;
  at: number;
  actor_kind: Actor['kind'];
  actor_id: string;
  actor_name: string;
  data: string;
  hash: string;
}
