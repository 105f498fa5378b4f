import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { closedSignal } from '../http/transport/bind.ts';
import type { AnswerLimits } from '../http/dispatch/pending-answer.ts';
import { invariant } from '../lib/invariant.ts';
import type { Client } from '../limits/request-limits.ts';
import { assertModest } from './assert-modest.ts';
import { sendMcp } from './send-mcp.ts';

/**
 * JSON values of one message: those of a tool with two full lists are a few hundred. The SDK looks at every key several
 * times, so many small values would keep others waiting (NET-4).
 */
const mostValues = 2000;

interface McpRoute {
  http: FastifyInstance;
  /** Counts a request and answers whose it is; throws when it is one too many. */
  limit: (request: FastifyRequest) => Promise<Client>;
  answerLimits: AnswerLimits;
  log: Logger;
  /** Makes the server that answers one request. */
  serverFor: (request: FastifyRequest) => McpServer;
}

/**
 * Serves MCP at `/mcp`: Streamable HTTP, both revisions on one path (MCP-6). Each request has a server of its own and
 * nothing is kept between two, so that nobody can fill anything by calling.
 */
export const serveMcp = ({ http, limit, answerLimits, log, serverFor }: McpRoute): void => {
  const onerror = (err: Error): void => {
    log.debug({ err }, 'a request of MCP was refused');
  };
  const clients = new WeakMap<FastifyRequest, Client>();
  http.post('/mcp', {
    config: { bodyValues: mostValues, countsItself: true },
    onRequest: async (request) => {
      clients.set(request, await limit(request));
    },
    handler: async (request, reply) => {
      const client = clients.get(request);
      invariant(client, 'every request is counted');
      assertModest(request.body);
      const answerWith = async (): Promise<Response> => {
        await nextBeginning();
        // No list of this server ever changes, so there is nothing to subscribe to.
        const handler = createMcpHandler(() => serverFor(request), { onerror, maxSubscriptions: 0 });
        return handler.fetch(webRequest(request, reply), { parsedBody: request.body });
      };
      return sendMcp(answerWith, { client, answerLimits, request, reply, log });
    },
  });
};

let lastBeginning: Promise<void> = Promise.resolve();

/**
 * Messages begin one in each turn of the event loop: a server of the SDK takes 2 ms, and many connections that ask at once
 * would keep others waiting.
 */
const nextBeginning = (): Promise<void> => {
  lastBeginning = lastBeginning.then(() => nextTurn());
  return lastBeginning;
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
