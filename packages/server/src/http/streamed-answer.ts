import type { FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Logger } from 'pino';
import { jsonType } from './answer.ts';
import type { PendingAnswer } from './pending-answer.ts';
import { drained, NobodyReads } from './drained.ts';
import { ReaderPace } from './reader-pace.ts';

/** Pieces are joined up to this length. */
const chunkCharacters = 64 * 1024;
/** The time after which other requests get a turn. */
const turnMs = 2;

export interface StreamLimits {
  /** The time without progress after which a client is disconnected. */
  stallMs: number;
  /** The time limit for the whole answer, because a long one can hold back the database. */
  wholeMs: number;
}

const patience: StreamLimits = { stallMs: 30_000, wholeMs: 10 * 60_000 };

export type Piece = string | Uint8Array;

/** Sends a piece; resolves when the next piece may be made. Rejects if the client has left. */
export type WritePiece = (piece: Piece) => Promise<void>;

export type Produce = (write: WritePiece) => Promise<void>;

/** Produces the items of an iteration. */
export const writeAll =
  (pieces: AsyncIterable<Piece>): Produce =>
  async (write) => {
    for await (const piece of pieces) await write(piece);
  };

/**
 * A success that is too large for memory: it is made piece by piece, at the speed of the client. An error before the
 * first piece is an ordinary error. After the first piece the connection is cut, so that a partial answer never looks
 * complete.
 */
export class StreamedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly produce: Produce;
  private constructor(headers: Record<string, string>, produce: Produce) {
    this.headers = headers;
    this.produce = produce;
  }

  /** The payload in the envelope, as pieces of its JSON text. */
  static data(produce: Produce): StreamedAnswer {
    return new StreamedAnswer({ 'content-type': jsonType }, async (write) => {
      let isOpen = false;
      await produce(async (piece) => {
        if (!isOpen) await write('{"ok":true,"data":');
        isOpen = true;
        await write(piece);
      });
      await write('}');
    });
  }

  /** A complete answer, sent in pieces. */
  static whole(headers: Readonly<Record<string, string>>, bytes: Buffer): StreamedAnswer {
    return new StreamedAnswer({ ...headers, 'content-length': String(bytes.length) }, async (write) => {
      for (let at = 0; at < bytes.length; at += chunkCharacters) await write(bytes.subarray(at, at + chunkCharacters));
    });
  }

  /** A representation other than the envelope, which the client requested by `Accept`. */
  static representation(contentType: string, produce: Produce, headers: Record<string, string> = {}): StreamedAnswer {
    return new StreamedAnswer(
      { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
      produce,
    );
  }
}

interface ServeOptions {
  answer: StreamedAnswer;
  status: number;
  pending: PendingAnswer;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Logger;
}

/** Sends the answer. Rejects only while nothing has been sent. */
export const serveStreamed = async (
  options: ServeOptions,
  { stallMs, wholeMs }: StreamLimits = patience,
): Promise<FastifyReply> => {
  const { answer, pending, request, reply, log } = options;
  const { raw } = reply;
  const { begin, send, sentBytes } = createSending(options, { stallMs, wholeMs });
  const chunks = inChunks(send);
  try {
    await answer.produce(chunks.write);
    await chunks.flush();
    begin();
    raw.end();
    raw.setTimeout(stallMs, () => raw.destroy());
  } catch (error) {
    if (!reply.sent) throw error;
    if (request.method === 'HEAD') raw.end();
    else raw.destroy();
    if (!(error instanceof NobodyReads)) log.error({ err: error, requestId: request.id }, 'an answer broke off');
  } finally {
    pending.charge(sentBytes());
  }
  return reply;
};

/** Sends the head of the answer, and its body at the speed of the client. */
const createSending = (
  { answer, status, pending, request, reply }: ServeOptions,
  { stallMs, wholeMs }: StreamLimits,
) => {
  const { raw } = reply;
  const pace = new ReaderPace(pending.patienceMs);
  let sent = 0;
  const deadline = performance.now() + wholeMs;
  const begin = (): void => {
    if (reply.sent) return;
    reply.hijack();
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...answer.headers })) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.writeHead(status);
  };
  const send = async (bytes: Piece): Promise<void> => {
    begin();
    if (request.method === 'HEAD' || raw.destroyed || performance.now() > deadline) throw new NobodyReads();
    sent += bytes.length;
    if (raw.write(bytes)) return;
    const waitsSince = performance.now();
    const isCut = (): boolean => pending.isAwaited && pace.isSlow(performance.now() - waitsSince);
    await drained(raw, { stallMs, leftMs: deadline - performance.now(), isCut });
    pace.note(bytes.length, performance.now() - waitsSince);
  };
  return { begin, send, sentBytes: () => sent };
};

/** Joins small pieces, and gives other requests their turns. */
const inChunks = (send: WritePiece): { write: WritePiece; flush: () => Promise<void> } => {
  let turnBegan = performance.now();
  let chunk = '';
  const flush = async (): Promise<void> => {
    const text = chunk;
    chunk = '';
    if (text !== '') await send(text);
  };
  const write = async (piece: Piece): Promise<void> => {
    if (typeof piece === 'string') chunk += piece;
    else {
      await flush();
      await send(piece);
    }
    if (chunk.length >= chunkCharacters) await flush();
    if (performance.now() - turnBegan > turnMs) {
      await turnOfOthers();
      turnBegan = performance.now();
    }
  };
  return { write, flush };
};
