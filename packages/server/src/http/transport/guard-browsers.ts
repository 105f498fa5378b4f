import { invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../../lib/loopback.ts';

export interface BrowserRules {
  /** The accepted host names, in addition to loopback names and the service's address; `any` for every name. */
  hosts: readonly string[] | 'any';
  /** Other sites whose pages may call the service; `*` for all. */
  origins: readonly string[];
}

/** Probes of an orchestrator may use any host name, and reveal nothing. */
const probes = new Set(['/healthz', '/readyz']);

const exposedHeaders = 'ETag, Retry-After, X-Request-Id, Idempotency-Replayed, Allow, Content-Disposition';
const requestHeaders =
  'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Agent-Key, X-Create-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, A2A-Version';
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const preflightSeconds = 600;

/**
 * Makes the check that refuses requests from pages of other sites (NET-20 to NET-22): a browser sends the host name in
 * `Host` and the page's site in `Origin`. It returns whether the request is a preflight, which is answered at once.
 */
export const browserGuard = (rules: BrowserRules): ((request: FastifyRequest, reply: FastifyReply) => boolean) => {
  const assertOwnHost = ownHostCheck(rules);
  return (request, reply) => {
    assertOneHost(request);
    assertOwnHost(request);
    const origin = foreignOrigin(request);
    return origin !== undefined && admitOrigin(origin, request, reply, rules);
  };
};

const assertOneHost = ({ raw }: FastifyRequest): void => {
  let hosts = 0;
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]?.length === 4 && raw.rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw invalid('header.host', 'must be sent once');
};

/**
 * Checks `Host`, and the host that a trusted proxy reports, from which addresses are made. Nearly all requests have the
 * same host, so the last accepted one is cached.
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
        'This service does not accept this Host. Its operator can add it to PAIRSPACE_HOSTS.',
        { details: { reason: 'host' } },
      );
    }
    known = { header, asked, localAddress };
  };
};

/** The `Origin` of another site; undefined for the service’s own. */
const foreignOrigin = ({ headers }: FastifyRequest): string | undefined => {
  const { origin, host } = headers;
  return origin === undefined || URL.parse(origin)?.host === host?.toLowerCase() ? undefined : origin;
};

/** Accepts the origin or throws; returns whether the request is a preflight. */
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
      'Pages of this origin may not call this service. Its operator can add the origin to PAIRSPACE_ORIGINS.',
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

/**
 * Host names without characters that a shell or Markdown interprets, because people paste commands that contain the
 * name.
 */
const plainName = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** Returns the name in a `Host` header in lower case, without its port; undefined if the header holds no plain name. */
export const hostNameOf = (host: string): string | undefined => {
  const text = `http://${host}/`;
  if (!URL.canParse(text)) return undefined;
  const { href, origin, hostname } = new URL(text);
  return href === `${origin}/` && plainName.test(hostname)
    ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    : undefined;
};

interface Named {
  /** The accepted host names; `any` accepts every name. */
  hosts: readonly string[] | 'any';
  /** The address at which the connection arrived. */
  localAddress: string | undefined;
}

/**
 * Whether a service answers to this name (NET-20). Another site can point a name of its own at this machine (DNS
 * rebinding), so that a browser sends that name. A browser cannot be made to send a plain address in this way, so the
 * address at which the connection arrived is always accepted.
 */
export const isOwnName = (name: string, { hosts, localAddress }: Named): boolean =>
  hosts === 'any' ||
  isLoopbackHost(name) ||
  name.endsWith('.localhost') ||
  hosts.includes(name) ||
  (isIP(name) !== 0 && name === localAddress?.replace(/^::ffff:(?=\d+\.)/i, ''));
