import { ServiceError, rateLimited } from '@pairspace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { FrameSink } from '../events/frame.ts';

/** A reader that has more than this unsent is cut off; it resumes by the last id it saw (LOG-10). */
const maxBacklogBytes = 256 * 1024;
const keepAliveMs = 15_000;
const retryHint = 'retry: 2000\n';
const keepAlive = Buffer.from(': keep-alive\n\n');

/** What a handler answers to become a live stream. */
export class EventStream {
  readonly sessionId: string;
  readonly since: number;
  readonly follow: (sink: FrameSink) => Promise<void>;

  /** `follow` writes the frames after `since` into the sink until the sink closes or nothing more can come. */
  constructor(sessionId: string, since: number, follow: (sink: FrameSink) => Promise<void>) {
    this.sessionId = sessionId;
    this.since = since;
    this.follow = follow;
  }
}

class ResponseSink implements FrameSink {
  readonly closed: AbortSignal;
  readonly #response: ServerResponse;
  readonly #closed = new AbortController();

  constructor(response: ServerResponse) {
    this.#response = response;
    this.closed = this.#closed.signal;
    response.once('close', () => {
      this.#closed.abort();
    });
    // Whoever has left already is not told again.
    if (response.destroyed) this.#closed.abort();
  }

  /** Tells whoever waits between that the stream is alive; a reader that has something unsent sees that anyway. */
  keepAlive(): void {
    if (this.#response.writableLength === 0) this.write(keepAlive);
  }

  write(frame: Buffer): void {
    if (this.closed.aborted) return;
    if (this.#response.writableLength > maxBacklogBytes) {
      this.#closed.abort();
      this.#response.destroy();
      return;
    }
    this.#response.write(frame);
  }

  async drained(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.closed.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response.once('drain', resolve);
    this.closed.addEventListener('abort', () => {
      resolve();
    });
    await promise;
  }

  end(): void {
    this.#closed.abort();
    this.#response.end();
  }
}

interface StreamLimits {
  streamsPerProcess: number;
  streamsPerSession: number;
}

export interface StreamHooks {
  /** Told of a session when the number of its streams has changed. */
  onChange?: (sessionId: string) => void;
  /** How many follow this session on other nodes. */
  openOnOtherNodes?: (sessionId: string) => Promise<number>;
  /** What must have happened on other nodes before a reader is told that its stream is open. */
  beforeOpen?: (sessionId: string) => Promise<void>;
}

/** The open streams of this process: counts them, keeps them alive, ends them. */
export class StreamSockets {
  readonly #limits: StreamLimits;
  readonly #hooks: StreamHooks;
  readonly #open = new Set<ResponseSink>();
  readonly #perSession = new Map<string, number>();
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(limits: StreamLimits, hooks: StreamHooks = {}) {
    this.#limits = limits;
    this.#hooks = hooks;
  }

  get size(): number {
    return this.#open.size;
  }

  /** How many follow this session. */
  openIn(sessionId: string): number {
    return this.#perSession.get(sessionId) ?? 0;
  }

  async serve(
    { sessionId, since, follow }: EventStream,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const onOtherNodes = this.#hooks.openOnOtherNodes ? await this.#hooks.openOnOtherNodes(sessionId) : 0;
    const isFull = this.#open.size >= this.#limits.streamsPerProcess;
    if (isFull || this.openIn(sessionId) + onOtherNodes >= this.#limits.streamsPerSession) {
      throw rateLimited('Too many live streams are open.', 5);
    }
    reply.hijack();
    const { raw } = reply;
    raw.setHeaders(
      new Map([
        ['content-type', 'text/event-stream; charset=utf-8'],
        ['cache-control', 'no-store'],
        ['x-accel-buffering', 'no'],
        ['x-request-id', request.id],
      ]),
    );
    if (request.method === 'HEAD') {
      raw.end();
      return reply;
    }
    const sink = new ResponseSink(raw);
    this.#add(sink, sessionId);
    try {
      if (this.#hooks.beforeOpen) await this.#hooks.beforeOpen(sessionId);
      // The id lets a reader resume that was cut off before its first event.
      sink.write(Buffer.from(`${retryHint}id: ${String(since)}\n\n`));
      await follow(sink);
    } catch (error) {
      if (!(error instanceof ServiceError)) request.log.error({ err: error, requestId: request.id }, 'a stream failed');
    } finally {
      sink.end();
      this.#remove(sink, sessionId);
    }
    return reply;
  }

  #add(sink: ResponseSink, sessionId: string): void {
    this.#open.add(sink);
    this.#perSession.set(sessionId, this.openIn(sessionId) + 1);
    this.#hooks.onChange?.(sessionId);
    this.#keepAlive ??= setInterval(() => {
      for (const open of this.#open) open.keepAlive();
    }, keepAliveMs).unref();
  }

  #remove(sink: ResponseSink, sessionId: string): void {
    this.#open.delete(sink);
    const left = this.openIn(sessionId) - 1;
    if (left > 0) this.#perSession.set(sessionId, left);
    else this.#perSession.delete(sessionId);
    this.#hooks.onChange?.(sessionId);
    if (this.#open.size === 0) {
      clearInterval(this.#keepAlive);
      this.#keepAlive = undefined;
    }
  }

  /** Ends every stream; their readers come back by themselves, to another process or to this one after its restart. */
  endAll(): void {
    for (const sink of this.#open) {
      sink.write(Buffer.from(`${retryHint}\n`));
      sink.end();
    }
  }
}
