import type { Endpoint } from '@pairspace/protocol';
import type { FastifyInstance } from 'fastify';
import { jsonType } from './answer.ts';
import { refuseOtherMethods } from './bind.ts';
import { openApiDocument } from './openapi.ts';

/** `GET /api/openapi.json` (OPS-8), which is made when it is first asked for. */
export const bindOpenApi = (app: FastifyInstance, endpoints: Readonly<Record<string, Endpoint>>): void => {
  const path = '/api/openapi.json';
  let text: string | undefined;
  app.get(path, (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(endpoints));
    return reply.header('content-type', jsonType).send(text);
  });
  refuseOtherMethods(app, [{ method: 'GET', path }]);
};
