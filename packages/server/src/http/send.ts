import type { FastifyReply } from 'fastify';
import { jsonType, Representation, successBody } from './answer.ts';
import type { Success } from './dispatch.ts';

/** What is longer is quicker to write as bytes; what is shorter as text, which Node encodes on its way out. */
const longCharacters = 1024 * 1024;

export const send = (outcome: Success | Representation, reply: FastifyReply): FastifyReply => {
  if (outcome instanceof Representation) return reply.headers(outcome.headers).send(outcome.body);
  const { status, headers, json } = outcome;
  const body = successBody(json);
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', jsonType)
    .send(body.length > longCharacters ? Buffer.from(body) : body);
};
