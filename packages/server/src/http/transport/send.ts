import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { namesTag } from '../../lib/entity-tags.ts';
import { Turns } from '../../lib/turns.ts';
import {
  type Answer,
  dataText,
  jsonType,
  type Piece,
  Representation,
  StreamedAnswer,
  successBody,
} from '../dispatch/answer.ts';
import { closedSignal } from './request-head.ts';

/** The time without progress after which a client that does not take its answer is disconnected. */
const stallMs = 30_000;
/** The time limit for an answer in pieces, because a long one can hold back the database. */
const wholeMs = 10 * 60_000;
/** Pieces of text are sent together until they are this long. */
const chunkCharacters = 64 * 1024;

/** Sends an answer. `status` is that of a success if the outcome has none. */
export const send = (
  outcome: Answer<unknown> | Representation | StreamedAnswer,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply | Promise<FastifyReply> => {
  endIfUnread(reply);
  const { etag } = outcome.headers;
  const { method, headers } = request;
  if (etag !== undefined && (method === 'GET' || method === 'HEAD') && namesTag(headers['if-none-match'], etag))
    return reply.code(304).headers({ etag }).send();
  if (outcome instanceof StreamedAnswer) return sendPieces(outcome, status, request, reply, log);
  if (outcome instanceof Representation) return reply.code(status).headers(outcome.headers).send(outcome.body);
  reply
    .code(outcome.status ?? status)
    .headers(outcome.headers)
    .header('content-type', jsonType);
  return reply.send(successBody(dataText(outcome.data)));
};

/** Sends an answer of MCP or A2A. */
export const sendResponse = async (
  { status, headers, body }: Response,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): Promise<FastifyReply> => {
  reply.headers(Object.fromEntries(headers));
  if (!body) return reply.code(status).send();
  const pieces = Readable.fromWeb(body as ReadableStream<Uint8Array>);
  const type = headers.get('content-type') ?? 'application/json';
  return send(new StreamedAnswer(type, pieces), status, request, reply, log);
};

/** Disconnects a client that takes nothing of what was written to it. */
export const endIfUnread = ({ raw }: FastifyReply): void => {
  raw.on('timeout', destroyUnread).setTimeout(stallMs);
};

const destroyUnread = (socket: Socket): void => {
  if (socket.writableLength > 0) socket.destroy();
};

/** Takes the response from the framework, with the headers that every answer has. */
export const takeOver = (reply: FastifyReply, status: number, headers: Readonly<Record<string, string>>): void => {
  reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(status);
};

/** Rejects only while nothing has been sent. */
const sendPieces = async (
  answer: StreamedAnswer,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): Promise<FastifyReply> => {
  const { raw } = reply;
  const pieces = addAbortSignal(closedSignal(reply), Readable.from(inChunks(answer.pieces)));
  const isLive = answer.headers['content-type']?.startsWith('text/event-stream');
  try {
    await once(pieces, 'readable');
    takeOver(reply, status, answer.headers);
    if (request.method === 'HEAD') {
      pieces.destroy();
      raw.end();
    } else await pipeline(pieces, raw, isLive ? {} : { signal: AbortSignal.timeout(wholeMs) });
  } catch (error) {
    const isLeft = isOfLeaving(error);
    if (!reply.sent && !isLeft) throw error;
    raw.destroy();
    if (!isLeft) log.error({ err: error, requestId: request.id }, 'an answer broke off');
  }
  return reply;
};

/** Whether the client has left, or was disconnected. */
const isOfLeaving = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'));

/** Joins short texts, and gives other requests their turns. */
async function* inChunks(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const turns = new Turns();
  let chunk = '';
  for await (const piece of pieces) {
    if (typeof piece === 'string') chunk += piece;
    else {
      if (chunk !== '') yield chunk;
      chunk = '';
      yield piece;
    }
    if (chunk.length >= chunkCharacters) {
      yield chunk;
      chunk = '';
    }
    await turns.take();
  }
  if (chunk !== '') yield chunk;
}
