import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { closedSignal } from '../http/transport/bind.ts';
import { type AnswerLimits, PendingAnswer } from '../http/dispatch/pending-answer.ts';
import { type Produce, StreamedAnswer } from '../http/dispatch/streamed-answer.ts';
import { serveStreamed } from '../http/transport/send-streamed.ts';
import type { Client } from '../limits/request-limits.ts';

interface SendOptions {
  client: Client;
  answerLimits: AnswerLimits;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Logger;
}

/** A shorter answer usually fits into the system's send buffer. */
const shortBytes = 16 * 1024;
const chunkBytes = 64 * 1024;

/**
 * Whether the message reads a resource. Its answer has the same size for everybody, and needs no other reads with
 * reservations.
 */
const readsResource = ({ body }: FastifyRequest): boolean =>
  (body as { method?: unknown } | null)?.method === 'resources/read';

/**
 * Sends the answer to a message. Its room stays reserved until the client has taken it, as for endpoints (NET-38,
 * NET-39).
 */
export const sendMcp = async (
  answerWith: () => Promise<Response>,
  { client, answerLimits, ...way }: SendOptions,
): Promise<FastifyReply> => {
  const gone = (): AbortSignal => closedSignal(way.reply);
  using pending = new PendingAnswer({ largeAnswer: 'page' }, answerLimits, client, gone);
  if (readsResource(way.request)) await pending.reserve();
  const { status, headers, body } = await answerWith();
  if (!body) return await way.reply.code(status).headers(Object.fromEntries(headers)).send();
  const type = headers.get('content-type') ?? 'application/json';
  const produce = piecesOf(body as ReadableStream<Uint8Array>, pending, gone());
  const answer = StreamedAnswer.representation(type, produce, Object.fromEntries(headers));
  return await serveStreamed({ answer, status, pending, ...way });
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
