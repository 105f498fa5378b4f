import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { fileURLToPath } from 'node:url';
import { namesTag } from '../lib/names-tag.ts';
import { type Asset, type Encoding, loadViewer } from './load-viewer.ts';

/** `npm run build:viewer` writes the folder, and the package contains it. */
const builtFolder = fileURLToPath(new URL('../../viewer', import.meta.url));

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types pairspace dompurify',
].join('; ');

const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The names of these files contain a hash of their content. */
const forever = 'public, max-age=31536000, immutable';

const send = (request: FastifyRequest, reply: FastifyReply, asset: Asset, caching: string): FastifyReply => {
  const sent = Object.keys(asset.bodies) as Encoding[];
  const encoding = (new Negotiator(request).encodings(sent)[0] ?? 'identity') as Encoding;
  // The encodings differ in bytes, so each has its own tag.
  const etag = encoding === 'identity' ? asset.etag : asset.etag.replace(/"$/, `-${encoding}"`);
  reply.headers({ ...pageHeaders, 'cache-control': caching, vary: 'accept-encoding', etag });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('content-type', asset.type).send(asset.bodies[encoding]);
};

/** Serves the page for people at `/` and its files under `/assets/` (VIEW-1, VIEW-2). */
export const bindViewer = async (app: FastifyInstance, folder: string = builtFolder): Promise<void> => {
  const assets = await loadViewer(folder);
  app.get('/', (request, reply) => {
    const page = assets.get('index.html');
    if (!page) throw new ServiceError('UNAVAILABLE', 'The page is not built. Run: npm run build:viewer');
    return send(request, reply, page, 'no-cache');
  });
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = assets.get(`assets/${request.params.name}`);
    if (!asset) throw new ServiceError('NOT_FOUND', 'The page has no such file; it may have been built anew.');
    return send(request, reply, asset, forever);
  });
};
