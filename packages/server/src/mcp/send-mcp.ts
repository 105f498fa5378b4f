import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';
import { closedSignal } from '../http/transport/bind.ts';
import { type AnswerLimits, PendingAnswer } from '../http/dispatch/pending-answer.ts';
import { type Produce, StreamedAnswer } from '../http/dispatch/streamed-answer.ts';
import { serveStreamed } from '../http/transport/send-streamed.ts';
import type { Client } from '../limits/request-limits.ts';

interface Sending {
  client: Client;
  answerLimits: AnswerLimits;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Logger;
}

/** A shorter answer mostly fits what the system holds for a connection. */
const shortBytes = 16 * 1024;
const chunkBytes = 64 * 1024;

/** Reads a resource, which is as large for everybody and reads nothing that has taken room. */
const readsResource = ({ body }: FastifyRequest): boolean =>
  (body as { method?: unknown } | null)?.method === 'resources/read';

/** Sends the answer to a message. Its room is taken until the client has it, as that of an endpoint (NET-38, NET-39). */
export const sendMcp = async (
  answerWith: () => Promise<Response>,
  { client, answerLimits, ...way }: Sending,
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
      // A call that waits ends when its client leaves.
      if (!gone.aborted) throw error;
    }
  };
