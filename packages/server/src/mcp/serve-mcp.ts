import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AdmitFace } from '../http/transport/bind.ts';
import { addressOf, closedSignal } from '../http/transport/request-head.ts';
import { sendResponse } from '../http/transport/send.ts';
import { assertModest } from './assert-modest.ts';

/**
 * The greatest number of JSON values in a message; a tool with two full lists has a few hundred. The SDK examines every
 * key several times, so many small values would block others (NET-4).
 */
const mostValues = 2000;

interface McpRoute {
  http: FastifyInstance;
  admitFace: AdmitFace;
  log: Logger;
  /** Makes the server that answers one request. */
  serverFor: (request: FastifyRequest) => McpServer;
}

/**
 * Serves MCP at `/mcp`: Streamable HTTP, both revisions on one path (MCP-6). Each request has its own server and no
 * state stays between two, so that calls cannot fill the memory.
 */
export const serveMcp = ({ http, admitFace, log, serverFor }: McpRoute): void => {
  const onerror = (err: Error): void => {
    log.debug({ err }, 'a request of MCP was refused');
  };
  http.post('/mcp', {
    config: { bodyValues: mostValues },
    onRequest: admitFace,
    handler: async (request, reply) => {
      assertModest(request.body);
      await nextBeginning();
      // No list of this server ever changes, so there are no subscriptions.
      const handler = createMcpHandler(() => serverFor(request), { onerror, maxSubscriptions: 0 });
      const response = await handler.fetch(webRequest(request, reply), { parsedBody: request.body });
      return sendResponse(response, request, reply, log);
    },
  });
};

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
