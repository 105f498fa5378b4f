import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Encoded, encodedBody } from './encoded-body.ts';
import { addressOf } from './request-head.ts';

/** A document with its headers, rendered once and cached. */
export interface Document extends Encoded {
  headers: Readonly<Record<string, string>>;
}

/** Makes a document from a text. The compression runs outside of the serving thread. */
export const documentOf = async (headers: Readonly<Record<string, string>>, text: string): Promise<Document> => {
  const identity = Buffer.from(text);
  const etag = `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;
  return { headers, etag, bodies: { gzip: await promisify(gzip)(identity), identity } };
};

/** The parameters of a document. */
export interface DocumentRequest {
  /** The path without the query. */
  path: string;
  /** The address of the service in this request, without a slash at the end. */
  address: string;
}

/** Serves documents without envelope (OPS-8). */
export const bindDocument = (
  app: FastifyInstance,
  path: string,
  render: (request: DocumentRequest) => Promise<Document>,
): void => {
  app.get(path, async (request, reply) => {
    const [asked = ''] = request.url.split('?');
    const document = await render({ path: asked, address: addressOf(request) });
    reply.headers({ ...document.headers, 'cache-control': 'no-cache' });
    return reply.send(encodedBody(request, reply, document));
  });
};
