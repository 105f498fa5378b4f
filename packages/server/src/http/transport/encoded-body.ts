import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { namesTag } from '../../lib/entity-tags.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** A document in its encodings. A client that prefers none of them gets the first. */
export interface Encoded {
  /** The entity tag of the identity encoding. */
  etag: string;
  bodies: Readonly<Partial<Record<Encoding, Buffer>>>;
}

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
