import type { Actor, LoggedName } from '@pairspace/protocol';

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
