import { ServiceError } from '@pairspace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { FrameSink } from '../../events/frame.ts';
import type { EventStream, StreamReader } from '../dispatch/answer.ts';
import type { Holder, Quota } from '../../limits/quota.ts';
import { drained, ReaderPace } from './reader-pace.ts';
import { IterableSink } from './iterable-sink.ts';
import type { PendingAnswer } from '../dispatch/pending-answer.ts';

/** The unsent bytes above which a reader is disconnected; the reader resumes after its last id (LOG-10). */
const maxBacklogBytes = 256 * 1024;
const keepAliveMs = 15_000;
const retryHint = 'retry: 2000\n';
const streamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };
const keepAlive = Buffer.from(': keep-alive\n\n');

/** The sink of a stream while it is open. */
export interface OpenSink extends FrameSink {
  readonly isSlow: boolean;
  cut: () => void;
  keepAlive: (sinceLastMs: number) => void;
  end: () => void;
}

class ResponseSink implements OpenSink {
  readonly closed: AbortSignal;
  readonly #response: ServerResponse;
  readonly #pending: PendingAnswer;
  readonly #closed = new AbortController();
  #pace = new ReaderPace();
  #isBehind = false;
  #sentBytes = 0;

  constructor(response: ServerResponse, pending: PendingAnswer) {
    this.#response = response;
    this.#pending = pending;
    this.closed = this.#closed.signal;
    response.once('close', () => {
      this.#closed.abort();
    });
    // The event `close` does not come again for a connection that is already closed.
    if (response.destroyed) this.#closed.abort();
  }

  /** Whether the reader has unsent bytes and takes them too slowly. */
  get isSlow(): boolean {
    return this.#pace.isSlow();
  }

  cut(): void {
    this.#closed.abort();
    this.#response.destroy();
  }

  /** Tells proxies that the stream is alive. A reader with unsent bytes needs no such comment. */
  keepAlive(sinceLastMs: number): void {
    const sent = (this.#response.socket?.bytesWritten ?? 0) - this.#response.writableLength;
    const wasBehind = this.#isBehind;
    this.#isBehind = this.#response.writableLength > 0;
    if (wasBehind && this.#isBehind) this.#pace.note(sent - this.#sentBytes, sinceLastMs);
    else this.#pace = new ReaderPace();
    this.#sentBytes = sent;
    if (!this.#isBehind) this.write(keepAlive);
  }

  write(frame: Buffer): void {
    if (this.closed.aborted) return;
    if (this.#response.writableLength > maxBacklogBytes) {
      this.cut();
      return;
    }
    this.#response.write(frame);
  }

  reserve(): Promise<void> {
    return this.#pending.reserve();
  }

  giveBack(bytes: number): void {
    this.#pending.giveBack();
    this.#pending.charge(bytes);
  }

  async drained(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.closed.aborted) return;
    const waitsSince = performance.now();
    const pace = new ReaderPace(this.#pending.patienceMs);
    try {
      await drained(this.#response, {
        stallMs: 0,
        isCut: () => this.#pending.isAwaited && pace.isSlow(performance.now() - waitsSince),
      });
    } catch {
      this.cut();
    }
  }

  end(): void {
    this.#closed.abort();
    this.#response.end();
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
  readonly #streams: Quota;
  readonly #hooks: StreamHooks;
  readonly #open = new Set<OpenSink>();
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(streams: Quota, hooks: StreamHooks = {}) {
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

  async #take(holder: Holder): Promise<Disposable> {
    const { sessionId = '' } = holder;
    const onOtherNodes = this.#hooks.openOnOtherNodes ? await this.#hooks.openOnOtherNodes(sessionId) : 0;
    // Slow readers are disconnected, so that a refused client finds a free place when it tries again.
    const level = this.#streams.full(holder, 1, onOtherNodes);
    if (level === 'session' || level === 'process') this.#cutSlow();
    return this.#streams.take(holder, 1, onOtherNodes);
  }

  async #follow({ sessionId, since, follow }: EventStream, sink: OpenSink): Promise<void> {
    if (this.#hooks.beforeOpen) await this.#hooks.beforeOpen(sessionId);
    // With this id, a reader that is disconnected before its first event can resume.
    sink.write(Buffer.from(`${retryHint}id: ${String(since)}\n\n`));
    await follow(sink);
  }

  /** Yields the frames of a stream for a reader in this process. The stream counts like any other. */
  async *frames(
    stream: EventStream,
    { holder, pending }: StreamReader,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void, undefined> {
    using held = new DisposableStack();
    held.use(pending);
    held.use(await this.#take(holder));
    const sink = new IterableSink(signal, maxBacklogBytes, pending);
    this.#add(sink, stream.sessionId);
    const following = this.#follow(stream, sink).finally(() => {
      sink.end();
    });
    try {
      yield* sink;
    } finally {
      sink.end();
      await following;
      this.#remove(sink, stream.sessionId);
    }
  }

  async serve(
    stream: EventStream,
    { holder, pending }: StreamReader,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { sessionId } = stream;
    const held = await this.#take(holder);
    reply.hijack();
    const { raw } = reply;
    // The headers include those that every answer has.
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...streamHeaders })) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    if (request.method === 'HEAD') {
      held[Symbol.dispose]();
      raw.end();
      return reply;
    }
    const sink = new ResponseSink(raw, pending);
    this.#add(sink, sessionId);
    try {
      await this.#follow(stream, sink);
    } catch (error) {
      if (!(error instanceof ServiceError)) request.log.error({ err: error, requestId: request.id }, 'a stream failed');
    } finally {
      sink.end();
      held[Symbol.dispose]();
      this.#remove(sink, sessionId);
    }
    return reply;
  }

  #add(sink: OpenSink, sessionId: string): void {
    this.#open.add(sink);
    this.#hooks.onChange?.(sessionId);
    this.#keepAlive ??= setInterval(() => {
      for (const open of this.#open) open.keepAlive(keepAliveMs);
    }, keepAliveMs).unref();
  }

  #cutSlow(): void {
    for (const sink of this.#open) if (sink.isSlow) sink.cut();
  }

  #remove(sink: OpenSink, sessionId: string): void {
    this.#open.delete(sink);
    this.#hooks.onChange?.(sessionId);
    if (this.#open.size === 0) {
      clearInterval(this.#keepAlive);
      this.#keepAlive = undefined;
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
