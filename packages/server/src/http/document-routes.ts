import type { FastifyInstance } from 'fastify';

export interface Document {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Serves a document as it is, without envelope (OPS-8). `render` is told the address that it was asked for at. */
export const bindDocument = (app: FastifyInstance, path: string, render: (address: string) => Document): void => {
  app.get(path, (request, reply) => {
    const { headers, body } = render(`${request.protocol}://${request.host}`);
    return reply.headers(headers).send(body);
  });
};
