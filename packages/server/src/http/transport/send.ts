import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { dataTextInTurns, jsonType, Representation, successBody } from '../dispatch/answer.ts';
import type { Success } from '../dispatch/dispatcher.ts';
import { namesTag } from '../../lib/entity-tags.ts';
import type { PendingAnswer } from '../dispatch/pending-answer.ts';
import { serveStreamed } from './send-streamed.ts';
import { StreamedAnswer } from '../dispatch/streamed-answer.ts';

/** A shorter answer usually fits into the system's send buffer. */
const shortBytes = 16 * 1024;
/** A longer answer is sent in pieces, so that the speed of the client can be measured. */
const longBytes = 256 * 1024;
/** The time without progress after which a client is disconnected. */
const stallMs = 30_000;

/** The state of an answer on its way to the client. */
interface SendContext {
  pending: PendingAnswer;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Logger;
}

interface SendOptions extends SendContext {
  outcome: Success | Representation | StreamedAnswer;
  /** The status of a success if the outcome has none. */
  status: number;
}

/** Sends an answer. Its room stays reserved until the client has taken it. */
export const send = ({ outcome, status, ...sending }: SendOptions): FastifyReply | Promise<FastifyReply> => {
  const { etag } = outcome.headers;
  const { method, headers } = sending.request;
  if (etag !== undefined && ['GET', 'HEAD'].includes(method) && namesTag(headers['if-none-match'], etag)) {
    sending.pending[Symbol.dispose]();
    return sending.reply.code(304).headers({ etag }).send();
  }
  if (outcome instanceof StreamedAnswer) return sendStreamed(outcome, status, sending);
  if (outcome instanceof Representation) {
    return sendWhole(outcome.body, { status, headers: outcome.headers }, sending);
  }
  const head = { status: outcome.status, headers: { ...outcome.headers, 'content-type': jsonType } };
  const text = dataTextInTurns(outcome.data);
  return typeof text === 'string'
    ? sendWhole(successBody(text), head, sending)
    : text.then((made) => sendWhole(successBody(made), head, sending));
};

/**
 * Sends a complete answer. The function is not async, so that no pending promise keeps the text in memory beside the
 * bytes that were made from it.
 */
const sendWhole = (
  body: string | Buffer,
  { status, headers }: Pick<Success, 'status' | 'headers'>,
  sending: SendContext,
): FastifyReply | Promise<FastifyReply> => {
  const { pending, reply } = sending;
  if (body.length > longBytes) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    pending.made(bytes.length);
    return sendStreamed(StreamedAnswer.whole(headers, bytes), status, sending);
  }
  reply.code(status).headers(headers).send(body);
  if (body.length <= shortBytes || isTaken(reply)) pending[Symbol.dispose]();
  else {
    pending.made(body.length);
    reply.raw.once('close', () => {
      pending[Symbol.dispose]();
    });
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
  }
  return reply;
};

/** Whether the operating system has the whole answer, or the client has left. */
const isTaken = ({ raw }: FastifyReply): boolean =>
  raw.destroyed || (raw.writableEnded && (raw.socket?.writableLength ?? 0) === 0);

const sendStreamed = (answer: StreamedAnswer, status: number, sending: SendContext): Promise<FastifyReply> =>
  serveStreamed({ answer, status, ...sending }).finally(() => {
    sending.pending[Symbol.dispose]();
  });
