import { ServiceError } from '@pairspace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import type { Logger } from 'pino';
import type { FrameSink } from '../../events/frame.ts';
import type { Holder, Places } from '../../limits/places.ts';
import type { EventStream } from '../dispatch/answer.ts';
import { endIfUnread, takeOver } from './send.ts';

/** The unsent bytes above which a reader is disconnected; the reader resumes after its last id (LOG-10). */
const maxBacklogBytes = 256 * 1024;
const keepAliveMs = 15_000;
const retryHint = 'retry: 2000\n';
const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
const keepAlive = Buffer.from(': keep-alive\n\n');

/** The output of a stream while it is open: a response, or a pipe to a reader in this process. */
class StreamSink implements FrameSink {
  readonly closed: AbortSignal;
  readonly #closed = new AbortController();
  readonly #output: Writable;

  constructor(output: Writable) {
    this.#output = output;
    this.closed = this.#closed.signal;
    output.once('close', () => {
      this.#closed.abort();
    });
    // The event `close` does not come again for an output that is already closed.
    if (output.destroyed) this.#closed.abort();
  }

  write(frame: Buffer): void {
    if (this.closed.aborted) return;
    if (this.#output.writableLength <= maxBacklogBytes) this.#output.write(frame);
    else {
      this.#closed.abort();
      this.#output.destroy();
    }
  }

  /** Tells proxies that the stream is alive. A reader with unsent bytes needs no such comment. */
  keepAlive(): void {
    if (this.#output.writableLength === 0) this.write(keepAlive);
  }

  async drained(): Promise<void> {
    if (!this.#output.writableNeedDrain) return;
    await once(this.#output, 'drain', { signal: this.closed }).catch(() => undefined);
  }

  end(): void {
    this.#closed.abort();
    this.#output.end();
  }
}

export interface StreamHooks {
  /** Called when the number of a session's streams has changed. */
  onChange?: (sessionId: string) => void;
  /** The number of streams of this session on other nodes. */
  openOnOtherNodes?: (sessionId: string) => Promise<number>;
  /**
   * Runs before the reader is told that its stream is open. By then, notifications of other nodes must reach this node,
   * and other nodes must see the new stream.
   */
  beforeOpen?: (sessionId: string) => Promise<void>;
}

/** The open streams of this process: counts them, keeps them alive, ends them. */
export class StreamSockets {
  readonly #streams: Places;
  readonly #hooks: StreamHooks;
  readonly #open = new Set<StreamSink>();
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(streams: Places, hooks: StreamHooks = {}) {
    this.#streams = streams;
    this.#hooks = hooks;
  }

  get size(): number {
    return this.#open.size;
  }

  /** The number of streams of this session on this node. */
  openIn(sessionId: string): number {
    return this.#streams.ofSession(sessionId);
  }

  /** Yields the frames of a stream for a reader in this process. The stream counts like any other. */
  async *frames(stream: EventStream, holder: Holder, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
    const place = await this.#take(holder);
    // Frames stay apart for the reader.
    const pipe = new PassThrough({ readableObjectMode: true, signal });
    const following = this.#follow(stream, place, pipe);
    following.catch(() => undefined);
    try {
      for await (const frame of pipe) yield frame as Buffer;
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      pipe.destroy();
      await following;
    }
  }

  /** Sends a stream over HTTP until it ends. */
  async serve(
    stream: EventStream,
    holder: Holder,
    request: FastifyRequest,
    reply: FastifyReply,
    log: Logger,
  ): Promise<FastifyReply> {
    const place = await this.#take(holder);
    takeOver(reply, 200, streamHeaders);
    const { raw } = reply;
    if (request.method === 'HEAD') {
      place[Symbol.dispose]();
      raw.end();
      return reply;
    }
    endIfUnread(reply);
    try {
      await this.#follow(stream, place, raw);
    } catch (error) {
      if (!(error instanceof ServiceError)) log.error({ err: error, requestId: request.id }, 'a stream failed');
    }
    return reply;
  }

  async #take(holder: Holder): Promise<Disposable> {
    return this.#streams.take(holder, (await this.#hooks.openOnOtherNodes?.(holder.sessionId ?? '')) ?? 0);
  }

  /** Writes the frames of a stream to an output, and then ends it and gives its place back. */
  async #follow({ sessionId, since, follow }: EventStream, place: Disposable, output: Writable): Promise<void> {
    const sink = new StreamSink(output);
    this.#open.add(sink);
    this.#hooks.onChange?.(sessionId);
    this.#keepAlive ??= setInterval(() => {
      for (const open of this.#open) open.keepAlive();
    }, keepAliveMs).unref();
    try {
      await this.#hooks.beforeOpen?.(sessionId);
      // With this id, a reader that is disconnected before its first event can resume.
      sink.write(Buffer.from(`${retryHint}id: ${String(since)}\n\n`));
      await follow(sink);
    } finally {
      sink.end();
      this.#open.delete(sink);
      place[Symbol.dispose]();
      this.#hooks.onChange?.(sessionId);
      if (this.#open.size === 0) {
        clearInterval(this.#keepAlive);
        this.#keepAlive = undefined;
      }
    }
  }

  /** Ends every stream. Readers reconnect to another process, or to this one after its restart. */
  endAll(): void {
    for (const sink of this.#open) {
      sink.write(Buffer.from(`${retryHint}\n`));
      sink.end();
    }
  }
}
