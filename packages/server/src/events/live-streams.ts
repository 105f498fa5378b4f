import { findSessionHead } from '../access/session-head.ts';
import type { Queries } from '../storage/storage.ts';
import type { Bus } from './bus.ts';
import { deletedFrame, eventFrame, type FrameSink } from './frame.ts';
import { readEvents } from './read-events.ts';
import { type Follower, SessionTail } from './session-tail.ts';

const pageSize = 200;

interface LiveStreamsOptions {
  db: Queries;
  bus: Bus;
  now: () => number;
}

type Reader = Pick<Follower, 'publicOnly' | 'holderId' | 'isStillAdmitted'>;

interface Follow extends Reader {
  sessionId: string;
  /** The stream begins with the event after this one. */
  since: number;
  /** The newest event that the caller knows of. */
  lastSeq: number;
  sink: FrameSink;
}

/** Live streams of this process: replay from the log, then the session's one tail, without gap or repeat (LOG-8). */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #tails = new Map<string, SessionTail>();

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  /** Writes the log after `since` into the sink, and what follows as it happens; resolves when the stream is over. */
  async follow({ sessionId, since, lastSeq, sink, ...reader }: Follow): Promise<void> {
    const { isStillAdmitted } = reader;
    let seq = since;
    // Before anything is awaited, so that a reader that was told of its stream misses no frame.
    if (since === lastSeq && !this.#tails.has(sessionId) && !sink.closed.aborted)
      return this.#join(this.#open(sessionId, seq), seq, sink, reader);
    while (!sink.closed.aborted) {
      const tail = this.#tails.get(sessionId);
      if (tail && seq >= tail.seq) return this.#join(tail, seq, sink, reader);
      const events = await readEvents(this.#options.db, { sessionId, since: seq, limit: pageSize });
      if (!(await isStillAdmitted())) return this.#end(sessionId, Math.max(seq, lastSeq), sink);
      for (const event of events) {
        sink.write(eventFrame(event));
        await sink.drained();
        seq = event.seq;
      }
      if (events.length === 0 && !this.#tails.has(sessionId))
        return this.#join(this.#open(sessionId, seq), seq, sink, reader);
    }
  }

  /** Ends the stream of a reader that is not admitted any more; the reason may be that the session is gone. */
  async #end(sessionId: string, seq: number, sink: FrameSink): Promise<void> {
    const { db, now } = this.#options;
    if (!(await findSessionHead(db, sessionId))) sink.write(deletedFrame({ sessionId, seq: seq + 1, at: now() }));
  }

  #open(sessionId: string, seq: number): SessionTail {
    const tail = new SessionTail({
      ...this.#options,
      sessionId,
      seq,
      onIdle: () => {
        if (this.#tails.get(sessionId) === tail) this.#tails.delete(sessionId);
      },
    });
    this.#tails.set(sessionId, tail);
    return tail;
  }

  #join(tail: SessionTail, seq: number, sink: FrameSink, reader: Reader): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    tail.join({ ...reader, sink, seq, release: resolve });
    return promise;
  }
}
