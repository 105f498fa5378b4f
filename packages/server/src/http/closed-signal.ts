import type { FastifyReply } from 'fastify';

/** A signal that aborts when the connection of a request closes. */
export const closedSignal = (reply: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    closed.abort();
  });
  if (reply.raw.destroyed) closed.abort();
  return closed.signal;
};
