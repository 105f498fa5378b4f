import { namesTag } from '../../lib/names-tag.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A document with its headers, rendered once and cached. */
export interface Document {
  headers: Readonly<Record<string, string>>;
  etag: string;
  bodies: Readonly<Record<'identity' | 'gzip', Buffer>>;
}

/** Makes a document from a text. The compression runs outside of the serving thread. */
export const documentOf = async (headers: Readonly<Record<string, string>>, text: string): Promise<Document> => {
  const identity = Buffer.from(text);
  const etag = `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;
  return { headers, etag, bodies: { identity, gzip: await promisify(gzip)(identity) } };
};

/** The parameters of a document. */
export interface DocumentRequest {
  /** The path without the query. */
  path: string;
  /** The address of the service in this request, without a slash at the end. */
  address: string;
}

/** Serves documents without envelope (OPS-8, DOCS-3). */
export const bindDocument = (
  app: FastifyInstance,
  path: string,
  render: (request: DocumentRequest) => Promise<Document>,
): void => {
  app.get(path, async (request, reply) => {
    const [asked = ''] = request.url.split('?');
    const document = await render({ path: asked, address: `${request.protocol}://${request.host}` });
    return send(request, reply, document);
  });
};

const send = (request: FastifyRequest, reply: FastifyReply, { headers, bodies, ...document }: Document) => {
  const encoding = new Negotiator(request).encodings(['gzip', 'identity'])[0] === 'gzip' ? 'gzip' : 'identity';
  // The encodings differ in bytes, so each has its own tag.
  const etag = encoding === 'gzip' ? document.etag.replace(/"$/, '-gzip"') : document.etag;
  reply.headers({ ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding === 'gzip') reply.header('content-encoding', encoding);
  return reply.send(bodies[encoding]);
};
