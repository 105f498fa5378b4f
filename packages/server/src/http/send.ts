import type { FastifyReply } from 'fastify';
import { jsonType, Representation, successBody } from './answer.ts';
import type { Success } from './dispatch.ts';

export const send = (outcome: Success | Representation, reply: FastifyReply): FastifyReply => {
  if (outcome instanceof Representation) return reply.headers(outcome.headers).send(outcome.body);
  const { status, headers, json } = outcome;
  return reply.code(status).headers(headers).header('content-type', jsonType).send(successBody(json));
};
