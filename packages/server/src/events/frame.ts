import type { TransientEvent } from '@pairspace/protocol';
import type { LoggedEvent } from './read-events.ts';

/** Where a live stream writes to. */
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

/** Without an id, so that a reader resumes after the last event of the log all the same (PRES-8). */
export const transientFrame = (frame: TransientEvent): Buffer =>
  Buffer.from(`event: ${frame.event}\ndata: ${JSON.stringify(frame)}\n\n`);
