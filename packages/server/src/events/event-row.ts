import type { Actor, LoggedName } from '@pairspace/protocol';

/** The bytes that a row of the log counts, without the text of its entity. */
export const eventRowBytes = 200;

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
