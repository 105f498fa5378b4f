import { type Actor, loggedEvents, type LoggedName } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { countEvent } from '../agent-statistics/count-event.ts';
import type { Transaction } from '../storage/storage.ts';

/** Events of one name by one actor. */
interface Acts {
  event: LoggedName;
  actor: Actor;
  times: number;
  lastSeq: number;
  isNewAgent: boolean;
}

/** An event that was appended. */
interface Appended extends Omit<Acts, 'times' | 'lastSeq'> {
  seq: number;
  hash: string;
  /** The bytes that the event added to the session. */
  bytes: number;
}

/** The end of a session's log in a transaction. The rows that each event changes are written once, by `save`. */
export class LogEnd {
  #head: SessionHead;
  #addedBytes = 0;
  #hasWork = false;
  readonly #acts = new Map<string, Acts>();

  constructor(head: SessionHead) {
    this.#head = head;
  }

  /** The session after the events so far. */
  get head(): SessionHead {
    return this.#head;
  }

  push({ event, actor, isNewAgent, seq, hash, bytes }: Appended): void {
    this.#head = { ...this.#head, lastSeq: seq, lastHash: hash, storedBytes: this.#head.storedBytes + bytes };
    this.#addedBytes += bytes;
    this.#hasWork ||= loggedEvents[event].kind === 'work';
    const key = `${event} ${actor.kind} ${actor.id}`;
    const times = (this.#acts.get(key)?.times ?? 0) + 1;
    this.#acts.set(key, { event, actor, isNewAgent, times, lastSeq: seq });
  }

  /** Writes the session's row, the newest write of each agent, and the statistics of the events. */
  async save(tx: Transaction): Promise<void> {
    if (this.#acts.size === 0) return;
    const { id: sessionId, lastSeq, lastHash } = this.#head;
    tx.queueWrite`
      update session set last_seq = ${lastSeq}, last_hash = ${lastHash}, last_activity_at = ${tx.now},
        stored_bytes = stored_bytes + ${this.#addedBytes},
        quiet_since = coalesce(${this.#hasWork ? tx.now : null}, quiet_since)
      where id = ${sessionId}
    `;
    for (const acts of this.#acts.values()) {
      if (acts.actor.kind === 'agent') {
        tx.queueWrite`
          update seat set last_write_at = ${tx.now}, last_write_seq = ${acts.lastSeq}
          where session_id = ${sessionId} and agent_id = ${acts.actor.id}
        `;
      }
      await countEvent(tx, { ...acts, sessionId }, this.#head);
    }
  }
}
