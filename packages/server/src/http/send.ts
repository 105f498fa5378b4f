import type { Endpoint } from '@pairspace/protocol';
import type { FastifyReply } from 'fastify';
import { Answer, dataText, jsonType, Representation, successBody } from './answer.ts';
import type { Outcome } from './call.ts';

/** Status, headers and payload of a success. */
export const answerOf = <E extends Endpoint>(endpoint: E, outcome: Outcome<E>) =>
  outcome instanceof Answer
    ? { status: outcome.status ?? endpoint.status[0], headers: outcome.headers, data: outcome.data }
    : { status: endpoint.status[0], headers: {}, data: outcome };

export const send = <E extends Endpoint>(
  endpoint: E,
  outcome: Outcome<E> | Representation,
  reply: FastifyReply,
): FastifyReply => {
  if (outcome instanceof Representation) return reply.headers(outcome.headers).send(outcome.body);
  const { status, headers, data } = answerOf(endpoint, outcome);
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', jsonType)
    .send(Buffer.from(successBody(dataText(data))));
};
