import type { FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Logger } from 'pino';
import { jsonType } from './answer.ts';
import type { PendingAnswer } from './pending-answer.ts';
import { drained, NobodyReads } from './drained.ts';
import { ReaderPace } from './reader-pace.ts';

/** Pieces are sent together until they are this long. */
const chunkCharacters = 64 * 1024;
/** After so long without a pause the other requests get their turn. */
const turnMs = 2;

export interface Patience {
  /** A client that takes nothing for this long is cut off. */
  stallMs: number;
  /** Nobody may take longer for all of it: an answer that lasts can hold back the database. */
  wholeMs: number;
}

const patience: Patience = { stallMs: 30_000, wholeMs: 10 * 60_000 };

export type Piece = string | Uint8Array;

/** Sends a piece; resolves when the next may be made. Rejects when there is nobody to send it to any more. */
export type WritePiece = (piece: Piece) => Promise<void>;

export type Produce = (write: WritePiece) => Promise<void>;

/** Produces what an iteration yields. */
export const writeAll =
  (pieces: AsyncIterable<Piece>): Produce =>
  async (write) => {
    for await (const piece of pieces) await write(piece);
  };

/**
 * A success that is too large to hold in memory: made piece by piece, as fast as the client takes it. An error before
 * the first piece is an ordinary error; after it the connection is cut, so that no part ever passes for the whole.
 */
export class StreamedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly produce: Produce;
  /** Makes the payload as a value, for a caller in this process; in place of `produce`. */
  readonly value: (() => Promise<unknown>) | undefined;
  private constructor(headers: Record<string, string>, produce: Produce, value?: () => Promise<unknown>) {
    this.headers = headers;
    this.produce = produce;
    this.value = value;
  }

  /** The payload of the envelope, as pieces of its JSON text. */
  static data(produce: Produce, value?: () => Promise<unknown>): StreamedAnswer {
    const inEnvelope: Produce = async (write) => {
      let isOpen = false;
      await produce(async (piece) => {
        if (!isOpen) await write('{"ok":true,"data":');
        isOpen = true;
        await write(piece);
      });
      await write('}');
    };
    return new StreamedAnswer({ 'content-type': jsonType }, inEnvelope, value);
  }

  /** An answer that is made already, in pieces. */
  static whole(headers: Readonly<Record<string, string>>, bytes: Buffer): StreamedAnswer {
    return new StreamedAnswer({ ...headers, 'content-length': String(bytes.length) }, async (write) => {
      for (let at = 0; at < bytes.length; at += chunkCharacters) await write(bytes.subarray(at, at + chunkCharacters));
    });
  }

  /** What a client asked for by `Accept` instead of the envelope. */
  static representation(contentType: string, produce: Produce, headers: Record<string, string> = {}): StreamedAnswer {
    return new StreamedAnswer(
      { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
      produce,
    );
  }
}

interface Serve {
  answer: StreamedAnswer;
  status: number;
  pending: PendingAnswer;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Logger;
}

/** Sends the answer. Rejects only while nothing has been sent. */
export const serveStreamed = async (
  served: Serve,
  { stallMs, wholeMs }: Patience = patience,
): Promise<FastifyReply> => {
  const { answer, pending, request, reply, log } = served;
  const { raw } = reply;
  const { begin, send, sentBytes } = createSending(served, { stallMs, wholeMs });
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

/** The way to the client: its head, and its body at the pace at which it is taken. */
const createSending = ({ answer, status, pending, request, reply }: Serve, { stallMs, wholeMs }: Patience) => {
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

/** Gathers small pieces, and lets the other requests have their turn. */
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
