import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { invalid } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { closedSignal } from '../http/closed-signal.ts';
import { clientAddressOf } from '../lib/client-address.ts';

/**
 * JSON values of one message: those of a tool with two full lists are a few hundred. The SDK looks at every key several
 * times, so many small values would keep others waiting (NET-4).
 */
const mostValues = 2000;

interface McpRoute {
  http: FastifyInstance;
  /** Counts a request against the rate of its address; throws when it is too many, or the service has too much work. */
  admit: (address: string) => Promise<void>;
  log: Logger;
  /** Makes the server that answers one request. */
  serverFor: (request: FastifyRequest) => McpServer;
}

/**
 * Serves MCP at `/mcp`: Streamable HTTP, both revisions on one path (MCP-6). Each request has a server of its own and
 * nothing is kept between two, so that nobody can fill anything by calling.
 */
export const serveMcp = ({ http, admit, log, serverFor }: McpRoute): void => {
  const onerror = (err: Error): void => {
    log.debug({ err }, 'a request of MCP was refused');
  };
  http.post('/mcp', {
    config: { bodyValues: mostValues },
    onRequest: (request) => admit(clientAddressOf(request.ip)),
    handler: async (request, reply) => {
      // Neither revision has batches, and one request is counted as one.
      if (Array.isArray(request.body)) throw invalid('body', 'must be one JSON-RPC message, not a batch');
      // No list of this server ever changes, so there is nothing to subscribe to.
      const handler = createMcpHandler(() => serverFor(request), { onerror, maxSubscriptions: 0 });
      return reply.send(await handler.fetch(webRequest(request, reply), { parsedBody: request.body }));
    },
  });
};

/** Where the service was asked, without a slash at the end. */
export const addressOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

const webRequest = (request: FastifyRequest, reply: FastifyReply): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  return new Request(`${addressOf(request)}/mcp`, { method: 'POST', headers, signal: closedSignal(reply) });
};
