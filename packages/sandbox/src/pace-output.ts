import type { OutputPart, OutputStream, RunOptions } from './sandbox.ts';

/** Output beyond this size is only in the record of the job, after its end. */
const maxBytes = 262_144;
/** The service refuses longer parts. */
const maxPartBytes = 65_536;
/** The time for which parts are collected before they are sent. */
const gatherMs = 20;
const pauseMs = 260;

/** Decodes the output of a job, and keeps the text of each stream until it is taken. */
class PendingOutput {
  readonly #streams = (['stdout', 'stderr'] as const).map((name) => ({
    name,
    decoder: new TextDecoder(),
    pending: '',
    since: 0,
  }));
  readonly #encoder = new TextEncoder();
  readonly #encoded = new Uint8Array(maxPartBytes);
  #leftBytes = maxBytes;

  get isEmpty(): boolean {
    return this.#streams.every(({ pending }) => pending === '');
  }

  add(name: OutputStream, bytes: Uint8Array): void {
    const stream = this.#streams.find((one) => one.name === name);
    if (!stream || this.#leftBytes <= 0) return;
    const part = bytes.subarray(0, this.#leftBytes);
    this.#leftBytes -= part.length;
    stream.pending += stream.decoder.decode(part, { stream: true }).replaceAll('\0', '\ufffd');
  }

  /** Takes at most one part of each stream; further text stays pending. */
  take(): OutputPart[] {
    return this.#streams.flatMap((stream) => {
      const { name, pending, since } = stream;
      if (pending === '') return [];
      const { read } = this.#encoder.encodeInto(pending, this.#encoded);
      const text = pending.slice(0, read);
      stream.pending = pending.slice(read);
      stream.since += Array.from(text).length;
      return [{ stream: name, since, text }];
    });
  }
}

/**
 * Sends the output of a running job as text, less often than four times a second. The parts grow while sending is slow,
 * to `maxPartBytes` each and `maxBytes` in total. Sending stops when `send` fails or returns `full`.
 */
export const paceOutput = (send: NonNullable<RunOptions['sendOutput']>) => {
  const pending = new PendingOutput();
  let nextAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;
  let isOver = false;
  const sendPending = async (): Promise<void> => {
    isSending = true;
    const parts = pending.take();
    try {
      const { full } = await send(parts);
      if (full) isOver = true;
      // The pause begins after the parts have arrived, because the service limits the parts per second by their
      // arrival.
      nextAt = performance.now() + pauseMs * parts.length;
    } catch {
      isOver = true;
    }
    isSending = false;
    schedule();
  };
  const schedule = (): void => {
    if (isOver || timer || isSending || pending.isEmpty) return;
    const waitMs = Math.max(gatherMs, nextAt - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      void sendPending();
    }, waitMs);
  };

  return {
    add(name: OutputStream, bytes: Uint8Array): void {
      if (isOver) return;
      pending.add(name, bytes);
      schedule();
    },
    /** Drops what is not sent yet, and waits for no part on its way, because the record of the job has all of them. */
    end(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
};
