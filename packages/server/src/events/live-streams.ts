import { findSessionHead } from '../access/session-head.ts';
import type { Queries } from '../storage/storage.ts';
import type { Bus } from './bus.ts';
import { deletedFrame, eventFrame, type FrameSink } from './frame.ts';
import { readEvents } from './read-events.ts';
import { type Follower, Broadcaster } from './broadcaster.ts';

const pageSize = 200;
/** The bytes of a page of a replay, which stays in memory until its reader has taken it. */
const pageBytes = 256 * 1024;

interface LiveStreamsOptions {
  db: Queries;
  bus: Bus;
  now: () => number;
}

type Reader = Pick<Follower, 'publicOnly' | 'holderId' | 'readsByKey' | 'isStillAdmitted'>;

interface Follow extends Reader {
  sessionId: string;
  /** The stream begins with the event after this one. */
  since: number;
  /** The newest event that the caller knows of. */
  lastSeq: number;
  sink: FrameSink;
}

/** Live streams of this process: replay from the log, then the session's broadcaster, without gap or repeat (LOG-8). */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #broadcasters = new Map<string, Broadcaster>();

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  /**
   * Writes the events after `since` into the sink, and then new events as they happen. Resolves when the stream is
   * over.
   */
  async follow({ sessionId, since, lastSeq, sink, ...reader }: Follow): Promise<void> {
    const { isStillAdmitted } = reader;
    let seq = since;
    // A reader at the end of the log joins before anything is awaited: once it is told that its stream is open, it
    // misses no frame.
    if (since === lastSeq && !this.#broadcasters.has(sessionId) && !sink.closed.aborted)
      return this.#join(this.#open(sessionId, seq), seq, sink, reader);
    while (!sink.closed.aborted) {
      const broadcaster = this.#broadcasters.get(sessionId);
      if (broadcaster && seq >= broadcaster.seq) return this.#join(broadcaster, seq, sink, reader);
      const reached = await this.#replayPage(seq, sink, { sessionId, isStillAdmitted });
      if (reached === undefined) return this.#end(sessionId, Math.max(seq, lastSeq), sink);
      const isAtEnd = reached === seq;
      seq = reached;
      if (isAtEnd && !this.#broadcasters.has(sessionId))
        return this.#join(this.#open(sessionId, seq), seq, sink, reader);
    }
  }

  /**
   * Writes the next events to a reader. Returns the seq of the last event, or `since` without events; undefined when
   * the reader is no longer admitted.
   */
  async #replayPage(
    since: number,
    sink: FrameSink,
    { sessionId, isStillAdmitted }: Pick<Follow, 'sessionId' | 'isStillAdmitted'>,
  ): Promise<number | undefined> {
    const page = { sessionId, since, limit: pageSize, bytes: pageBytes };
    const events = await readEvents(this.#options.db, page);
    if (!(await isStillAdmitted())) return undefined;
    for (const event of events) {
      sink.write(eventFrame(event));
      await sink.drained();
    }
    return events.at(-1)?.seq ?? since;
  }

  /** Ends the stream of a reader that is no longer admitted. If the session was deleted, a last frame says so. */
  async #end(sessionId: string, seq: number, sink: FrameSink): Promise<void> {
    const { db, now } = this.#options;
    if (!(await findSessionHead(db, sessionId))) sink.write(deletedFrame({ sessionId, seq: seq + 1, at: now() }));
  }

  #open(sessionId: string, seq: number): Broadcaster {
    const broadcaster = new Broadcaster({
      ...this.#options,
      sessionId,
      seq,
      onIdle: () => {
        if (this.#broadcasters.get(sessionId) === broadcaster) this.#broadcasters.delete(sessionId);
      },
    });
    this.#broadcasters.set(sessionId, broadcaster);
    return broadcaster;
  }

  #join(broadcaster: Broadcaster, seq: number, sink: FrameSink, reader: Reader): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    broadcaster.join({ ...reader, sink, seq, release: resolve });
    return promise;
  }
}
