import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { addressOf, closedSignal } from '../http/transport/request-head.ts';
import { countRequests, sendResponse } from '../http/transport/send-response.ts';
import type { AnswerLimits } from '../http/dispatch/pending-answer.ts';
import type { Client } from '../limits/request-limits.ts';
import { assertModest } from './assert-modest.ts';

/**
 * The greatest number of JSON values in a message; a tool with two full lists has a few hundred. The SDK examines every
 * key several times, so many small values would block others (NET-4).
 */
const mostValues = 2000;

interface McpRoute {
  http: FastifyInstance;
  /** Counts a request and returns its client; throws above a limit. */
  limit: (request: FastifyRequest) => Promise<Client>;
  answerLimits: AnswerLimits;
  log: Logger;
  /** Makes the server that answers one request. */
  serverFor: (request: FastifyRequest) => McpServer;
}

/**
 * Serves MCP at `/mcp`: Streamable HTTP, both revisions on one path (MCP-6). Each request has its own server and no
 * state stays between two, so that calls cannot fill the memory.
 */
export const serveMcp = ({ http, limit, answerLimits, log, serverFor }: McpRoute): void => {
  const onerror = (err: Error): void => {
    log.debug({ err }, 'a request of MCP was refused');
  };
  http.post('/mcp', {
    config: { bodyValues: mostValues, countsItself: true },
    onRequest: countRequests(limit),
    handler: async (request, reply) => {
      assertModest(request.body);
      const answerWith = async (): Promise<Response> => {
        await nextBeginning();
        // No list of this server ever changes, so there are no subscriptions.
        const handler = createMcpHandler(() => serverFor(request), { onerror, maxSubscriptions: 0 });
        return handler.fetch(webRequest(request, reply), { parsedBody: request.body });
      };
      return sendResponse(answerWith, { answerLimits, request, reply, log, reserves: readsResource(request) });
    },
  });
};

/**
 * Whether the message reads a resource. Its answer has the same size for everybody, and needs no other reads with
 * reservations.
 */
const readsResource = ({ body }: FastifyRequest): boolean =>
  (body as { method?: unknown } | null)?.method === 'resources/read';

let lastBeginning: Promise<void> = Promise.resolve();

/**
 * At most one message begins in each turn of the event loop: a server of the SDK takes 2 ms, and many at once would
 * block others.
 */
const nextBeginning = (): Promise<void> => {
  lastBeginning = lastBeginning.then(() => nextTurn());
  return lastBeginning;
};

const webRequest = (request: FastifyRequest, reply: FastifyReply): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  return new Request(`${addressOf(request)}/mcp`, { method: 'POST', headers, signal: closedSignal(reply) });
};
