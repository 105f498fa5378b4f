import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { clientAddressOf } from '../../lib/client-address.ts';
import { namesTag } from '../../lib/entity-tags.ts';
import { addressOf, assertCleanUrl, preferred } from './request-head.ts';

interface PageRequest {
  params: Readonly<Record<string, string | undefined>>;
  /** The address of the service in this request, without a slash at the end. */
  address: string;
  clientAddress: string;
  /** The media type that `Accept` prefers; the first by default. */
  prefers: <Type extends string>(first: Type, ...others: Type[]) => Type;
}

interface Page {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Serves a page or text that is rendered for each request, without envelope (API-7). */
export type BindPage = (path: string, render: (request: PageRequest) => Promise<Page>) => void;

export const createBindPage =
  (app: FastifyInstance): BindPage =>
  (path, render) => {
    app.get(path, async (request, reply) => {
      assertCleanUrl(request.url);
      const { status, headers, body } = await render({
        params: request.params as Record<string, string>,
        address: addressOf(request),
        clientAddress: clientAddressOf(request.ip),
        prefers: (first, ...others) => preferred(request.headers.accept, [first, ...others]) ?? first,
      });
      return reply.code(status).headers(headers).send(body);
    });
  };

type Encoding = 'br' | 'gzip' | 'identity';

/** A document in its encodings. A client that prefers none of them gets the first. */
export interface Encoded {
  /** The entity tag of the identity encoding. */
  etag: string;
  bodies: Readonly<Partial<Record<Encoding, Buffer>>>;
}

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

/** Serves a document without envelope (OPS-8). `path` is the path of the request without the query. */
export const bindDocument = (
  app: FastifyInstance,
  path: string,
  render: (request: { path: string; address: string }) => Promise<Document>,
): void => {
  app.get(path, async (request, reply) => {
    const [asked = ''] = request.url.split('?');
    const document = await render({ path: asked, address: addressOf(request) });
    reply.headers({ ...document.headers, 'cache-control': 'no-cache' });
    return reply.send(encodedBody(request, reply, document));
  });
};

/** Chooses the encoding of a document and sets its headers. Returns the bytes, or undefined if the answer is a 304. */
export const encodedBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies }: Encoded,
): Buffer | undefined => {
  const offered = Object.keys(bodies) as Encoding[];
  const encoding = (new Negotiator(request).encodings(offered)[0] ?? 'identity') as Encoding;
  // The encodings differ in bytes, so each has its own tag.
  const tag = encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`);
  reply.headers({ vary: 'accept-encoding', etag: tag });
  if (namesTag(request.headers['if-none-match'], tag)) {
    reply.code(304);
    return undefined;
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return bodies[encoding];
};
