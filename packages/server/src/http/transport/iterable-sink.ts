import type { FrameSink } from '../../events/frame.ts';
import type { PendingAnswer } from '../dispatch/pending-answer.ts';

/**
 * Passes frames to a reader in this process. A reader with too many unread bytes is disconnected, as over HTTP
 * (LOG-10).
 */
export class IterableSink implements FrameSink {
  readonly closed: AbortSignal;
  readonly #closed = new AbortController();
  readonly #maxBytes: number;
  readonly #pending: PendingAnswer;
  #unread: Buffer[] = [];
  #unreadBytes = 0;
  #wasBehind = false;
  #changed = Promise.withResolvers<void>();

  constructor(signal: AbortSignal, maxBytes: number, pending: PendingAnswer) {
    this.#maxBytes = maxBytes;
    this.#pending = pending;
    this.closed = AbortSignal.any([this.#closed.signal, signal]);
    this.closed.addEventListener('abort', () => {
      this.#tell();
    });
  }

  write(frame: Buffer): void {
    if (this.closed.aborted) return;
    if (this.#unreadBytes > this.#maxBytes) {
      this.end();
      return;
    }
    this.#unread.push(frame);
    this.#unreadBytes += frame.length;
    this.#tell();
  }

  reserve(): Promise<void> {
    return this.#pending.reserve();
  }

  giveBack(bytes: number): void {
    this.#pending.giveBack();
    this.#pending.charge(bytes);
  }

  get isSlow(): boolean {
    return this.#unreadBytes > 0 && this.#wasBehind;
  }

  cut(): void {
    this.end();
  }

  /**
   * A reader in this process needs no comment to know that the stream is alive. A reader that read nothing between two
   * calls is slow.
   */
  keepAlive(): void {
    this.#wasBehind = this.#unreadBytes > 0;
  }

  async drained(): Promise<void> {
    while (this.#unread.length > 0 && !this.closed.aborted) await this.#changed.promise;
  }

  end(): void {
    this.#closed.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const changed = this.#changed.promise;
      const frames = this.#unread;
      this.#unread = [];
      this.#unreadBytes = 0;
      this.#wasBehind = false;
      if (frames.length > 0) this.#tell();
      yield* frames;
      if (this.#unread.length > 0) continue;
      if (this.closed.aborted) return;
      if (frames.length === 0) await changed;
    }
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
