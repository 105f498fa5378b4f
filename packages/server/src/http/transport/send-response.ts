import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { invariant } from '../../lib/invariant.ts';
import type { Client } from '../../limits/request-limits.ts';
import { type AnswerLimits, PendingAnswer } from '../dispatch/pending-answer.ts';
import { type Produce, StreamedAnswer } from '../dispatch/streamed-answer.ts';
import { closedSignal } from './request-head.ts';
import { serveStreamed } from './send-streamed.ts';

interface SendOptions {
  answerLimits: AnswerLimits;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Logger;
  /**
   * Whether room for a page is reserved before the answer is made. False if the calls that make the answer reserve room
   * themselves.
   */
  reserves: boolean;
}

/** A shorter answer usually fits into the system's send buffer. */
const shortBytes = 16 * 1024;
const chunkBytes = 64 * 1024;

/** The time limits of a stream. After `wholeMs` the stream ends, and its reader begins another. */
const stream = { stallMs: 30_000, wholeMs: 24 * 60 * 60_000 };

const clients = new WeakMap<FastifyRequest, Client>();

/**
 * Makes a hook that counts a request to MCP or A2A before its body is read. The answer is counted under the same
 * client.
 */
export const countRequests =
  (limit: (request: FastifyRequest) => Promise<Client>) =>
  async (request: FastifyRequest): Promise<void> => {
    clients.set(request, await limit(request));
  };

/**
 * Sends an answer of MCP or A2A. Its room stays reserved until the client has taken it, as for endpoints (LIM-6).
 */
export const sendResponse = async (
  answerWith: () => Promise<Response>,
  { answerLimits, reserves, ...way }: SendOptions,
): Promise<FastifyReply> => {
  const gone = (): AbortSignal => closedSignal(way.reply);
  const client = clients.get(way.request);
  invariant(client, 'every request is counted');
  using pending = new PendingAnswer({ largeAnswer: 'page' }, answerLimits, client, gone);
  if (reserves) await pending.reserve();
  const { status, headers, body } = await answerWith();
  if (!body) return await way.reply.code(status).headers(Object.fromEntries(headers)).send();
  const type = headers.get('content-type') ?? 'application/json';
  const produce = piecesOf(body as ReadableStream<Uint8Array>, pending, gone());
  const answer = StreamedAnswer.representation(type, produce, Object.fromEntries(headers));
  return await serveStreamed(
    { answer, status, pending, ...way },
    type.startsWith('text/event-stream') ? stream : undefined,
  );
};

const piecesOf =
  (body: ReadableStream<Uint8Array>, pending: PendingAnswer, gone: AbortSignal): Produce =>
  async (write) => {
    try {
      for await (const bytes of Readable.fromWeb(body, { signal: gone }) as AsyncIterable<Uint8Array>) {
        if (bytes.length > shortBytes) pending.made(bytes.length);
        else pending.giveBack();
        for (let at = 0; at < bytes.length; at += chunkBytes) await write(bytes.subarray(at, at + chunkBytes));
      }
    } catch (error) {
      // A waiting call ends when its client leaves.
      if (!gone.aborted) throw error;
    }
  };
