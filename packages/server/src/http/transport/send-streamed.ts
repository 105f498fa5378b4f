import type { FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { PendingAnswer } from '../dispatch/pending-answer.ts';
import { chunkCharacters, type Piece, type StreamedAnswer, type WritePiece } from '../dispatch/streamed-answer.ts';
import { drained, NobodyReads, ReaderPace } from './reader-pace.ts';

/** The time after which the writing of an answer yields to other requests. */
const turnMs = 2;

export interface StreamLimits {
  /** The time without progress after which a client is disconnected. */
  stallMs: number;
  /** The time limit for the whole answer, because a long one can hold back the database. */
  wholeMs: number;
}

const patience: StreamLimits = { stallMs: 30_000, wholeMs: 10 * 60_000 };

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
