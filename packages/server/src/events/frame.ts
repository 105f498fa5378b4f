import { canonicalJson, type TransientEvent } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import { eventJson } from './event-hash.ts';
import type { LoggedEvent } from './read-events.ts';

/** The output of a live stream. */
export interface FrameSink {
  /** Aborts when nobody reads any more. */
  readonly closed: AbortSignal;
  write(frame: Buffer): void;
  /** Resolves when the reader has taken what was written, or is gone. */
  drained(): Promise<void>;
}

/** An event as a server-sent event; its seq is the id that a reader resumes after. */
export const eventFrame = ({ seq, event, json }: Pick<LoggedEvent, 'seq' | 'event' | 'json'>): Buffer =>
  Buffer.from(`id: ${String(seq)}\nevent: ${event}\ndata: ${json}\n\n`);

/**
 * A transient frame as a server-sent event. The frame has no id, so that a reader still resumes after the last event of
 * the log (PRES-8).
 */
export const transientFrame = (frame: TransientEvent): Buffer =>
  Buffer.from(`event: ${frame.event}\ndata: ${JSON.stringify(frame)}\n\n`);

interface Deletion {
  sessionId: string;
  /** The seq after the last one that the reader may know. */
  seq: number;
  at: number;
}

/**
 * The last frame of a deleted session's streams (SES-15). The log was deleted with the session, so no log holds this
 * event.
 */
export const deletedFrame = ({ sessionId, seq, at }: Deletion): Buffer =>
  eventFrame({
    seq,
    event: 'session.deleted',
    json: eventJson(sessionId, {
      seq,
      event: 'session.deleted',
      at,
      actor_kind: systemActor.kind,
      actor_id: systemActor.id,
      actor_name: systemActor.name,
      data: canonicalJson({ id: sessionId, deleted: true }),
      hash: null,
    }),
  });
