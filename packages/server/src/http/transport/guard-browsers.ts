import { invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../../lib/loopback.ts';

export interface BrowserRules {
  /** The names that the service answers to, beside loopback names and its own address; `any` for every name. */
  hosts: readonly string[] | 'any';
  /** Other sites whose pages may call the service; `*` among them: the pages of every site. */
  origins: readonly string[];
}

/** Probes of an orchestrator name the service as they like, and learn nothing. */
const probes = new Set(['/healthz', '/readyz']);

const exposedHeaders = 'ETag, Retry-After, X-Request-Id, Idempotency-Replayed, Allow, Content-Disposition';
const requestHeaders =
  'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, Last-Event-ID, X-Agent-Key, X-Create-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name';
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const preflightSeconds = 600;

/**
 * Keeps pages of other sites out (NET-20 to NET-23): a browser says in `Host` which name it was given, and in `Origin`
 * whose page asks. Runs before routes are looked at, so that a refusal tells nothing of them.
 */
export const guardBrowsers = (app: FastifyInstance, rules: BrowserRules): void => {
  const assertOwnHost = ownHostCheck(rules);
  app.addHook('onRequest', (request, reply, done) => {
    try {
      assertOneHost(request);
      assertOwnHost(request);
      const origin = foreignOrigin(request);
      if (origin === undefined) done();
      else if (admitOrigin(origin, request, reply, rules)) void reply.code(204).send();
      else done();
    } catch (error) {
      done(error as Error);
    }
  });
};

const assertOneHost = ({ raw }: FastifyRequest): void => {
  let hosts = 0;
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]?.length === 4 && raw.rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw invalid('header.host', 'must be sent once');
};

/**
 * Looks at the `Host`, and at the one that a trusted proxy was asked for, by which addresses are made. Nearly all requests
 * name the same, so the last that was let in is let in again without a look.
 */
const ownHostCheck = ({ hosts }: BrowserRules): ((request: FastifyRequest) => void) => {
  let known: { header: string; asked: string; localAddress: string | undefined } | undefined;
  return (request) => {
    const { host: header } = request.headers;
    if (header === undefined || probes.has(request.url)) return;
    const { host: asked, socket } = request;
    const { localAddress } = socket;
    if (known?.header === header && known.asked === asked && known.localAddress === localAddress) return;
    const names = [header, asked].map(hostNameOf);
    if (!names.every((name) => name !== undefined && isOwnName(name, { hosts, localAddress }))) {
      throw new ServiceError(
        'FORBIDDEN',
        'This service does not answer to this Host. Its operator names it in PAIRSPACE_HOSTS.',
        { details: { reason: 'host' } },
      );
    }
    known = { header, asked, localAddress };
  };
};

/** The `Origin`, unless it is the service’s own. */
const foreignOrigin = ({ headers }: FastifyRequest): string | undefined => {
  const { origin, host } = headers;
  return origin === undefined || URL.parse(origin)?.host === host?.toLowerCase() ? undefined : origin;
};

/** Allows the origin or throws; returns whether the request is a preflight, which is answered at once. */
const admitOrigin = (
  origin: string,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { origins }: BrowserRules,
): boolean => {
  reply.header('vary', 'Origin');
  if (!origins.includes('*') && !origins.includes(origin)) {
    throw new ServiceError(
      'FORBIDDEN',
      'Pages of this origin may not call this service. Its operator names those that may in PAIRSPACE_ORIGINS.',
      { details: { reason: 'origin' } },
    );
  }
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders });
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  reply.headers({
    'access-control-allow-methods': methods,
    'access-control-allow-headers': requestHeaders,
    'access-control-max-age': String(preflightSeconds),
  });
  return true;
};

/** No sign of a shell or of Markdown: addresses with the name stand in commands to paste. */
const plainName = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** The name in a `Host` header, without its port, in lower case; undefined when it is none. */
export const hostNameOf = (host: string): string | undefined => {
  const text = `http://${host}/`;
  if (!URL.canParse(text)) return undefined;
  const { href, origin, hostname } = new URL(text);
  return href === `${origin}/` && plainName.test(hostname)
    ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    : undefined;
};

interface Named {
  /** `any`: every name is right. */
  hosts: readonly string[] | 'any';
  /** The address at which the connection arrived. */
  localAddress: string | undefined;
}

/**
 * Whether a service answers to this name (NET-20). A page on another site can make a browser send any name that its
 * owner lets point here, but never a plain address: so the address at which a connection arrived is always right.
 */
export const isOwnName = (name: string, { hosts, localAddress }: Named): boolean =>
  hosts === 'any' ||
  isLoopbackHost(name) ||
  name.endsWith('.localhost') ||
  hosts.includes(name) ||
  (isIP(name) !== 0 && name === localAddress?.replace(/^::ffff:(?=\d+\.)/i, ''));
