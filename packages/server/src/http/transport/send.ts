import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { dataTextInTurns, jsonType, Representation, successBody } from '../dispatch/answer.ts';
import type { Success } from '../dispatch/dispatcher.ts';
import type { PendingAnswer } from '../dispatch/pending-answer.ts';
import { serveStreamed } from './send-streamed.ts';
import { StreamedAnswer } from '../dispatch/streamed-answer.ts';

/** A shorter answer mostly fits what the system holds for a connection. */
const shortBytes = 16 * 1024;
/** A longer one is sent in pieces, so that it is seen how quickly its client takes it. */
const longBytes = 256 * 1024;
/** A client that takes nothing for this long is cut off. */
const stallMs = 30_000;

/** How an answer reaches its client. */
interface Way {
  pending: PendingAnswer;
  request: FastifyRequest;
  reply: FastifyReply;
  log: Logger;
}

interface Sending extends Way {
  outcome: Success | Representation | StreamedAnswer;
  /** The status of a success, where the outcome names none. */
  status: number;
}

/** Sends an answer. Its room is taken until the client has it. */
export const send = ({ outcome, status, ...sending }: Sending): FastifyReply | Promise<FastifyReply> => {
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

/** Nothing here waits while it holds the text that the bytes were made of. */
const sendWhole = (
  body: string | Buffer,
  { status, headers }: Pick<Success, 'status' | 'headers'>,
  sending: Way,
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

/** The system has the whole answer, or nobody is there to take it. */
const isTaken = ({ raw }: FastifyReply): boolean =>
  raw.destroyed || (raw.writableEnded && (raw.socket?.writableLength ?? 0) === 0);

const sendStreamed = (answer: StreamedAnswer, status: number, sending: Way): Promise<FastifyReply> =>
  serveStreamed({ answer, status, ...sending }).finally(() => {
    sending.pending[Symbol.dispose]();
  });
