import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileURLToPath } from 'node:url';
import { encodedBody } from '../http/transport/encoded-body.ts';
import { type Assets, loadViewer } from './load-viewer.ts';

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
].join('; ');

/** The policy of every page but `/docs`: Swagger UI sanitises what it shows, but creates no trusted types. */
const typedPolicy = `${policy}; require-trusted-types-for 'script'; trusted-types pairspace dompurify`;

const headersOf = (page: string): Readonly<Record<string, string>> => ({
  'content-security-policy': page === 'docs.html' ? policy : typedPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});

/** The names of these files contain a hash of their content. */
const forever = 'public, max-age=31536000, immutable';

interface Found {
  file: string;
  caching: string;
  /** The refusal when there is no such file. */
  missing: ServiceError;
}

const createSend = (assets: Assets) => async (request: FastifyRequest, reply: FastifyReply, found: Found) => {
  const asset = await assets.get(found.file)?.();
  if (!asset) throw found.missing;
  reply.headers({ ...headersOf(found.file), 'cache-control': found.caching });
  const body = encodedBody(request, reply, asset);
  if (body) reply.header('content-type', asset.type);
  return reply.send(body);
};

/** The pages by their addresses. */
const pages: Readonly<Record<string, string>> = { '/': 'index.html', '/docs': 'docs.html' };

/**
 * Serves the page for people, the reference with its guides, their files under `/assets/` (VIEW-1, DOCS-1), and
 * the Python package under `/sdk/` (PY-1).
 */
export const bindViewer = async (app: FastifyInstance, folder: string = builtFolder): Promise<void> => {
  const send = createSend(await loadViewer(folder));
  for (const [path, file] of Object.entries(pages)) {
    app.get(path, (request, reply) => {
      const missing = new ServiceError('UNAVAILABLE', 'The page is not built. Run: npm run build:viewer');
      return send(request, reply, { file, caching: 'no-cache', missing });
    });
  }
  // The addresses in the page are relative, so that the service works below a path.
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 308));
  app.get<{ Params: { guide: string } }>('/docs/guides/:guide', (request, reply) => {
    const missing = new ServiceError('NOT_FOUND', 'There is no such guide. GET /docs lists them.');
    return send(request, reply, { file: `guides/${request.params.guide}.html`, caching: 'no-cache', missing });
  });
  app.get<{ Params: { name: string } }>('/sdk/:name', (request, reply) => {
    const missing = new ServiceError('NOT_FOUND', 'There is no such package. GET /docs names those of this service.');
    return send(request, reply, { file: `sdk/${request.params.name}`, caching: 'no-cache', missing });
  });
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const missing = new ServiceError('NOT_FOUND', 'The page has no such file; it may have been built anew.');
    return send(request, reply, { file: `assets/${request.params.name}`, caching: forever, missing });
  });
};
