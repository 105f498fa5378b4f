import { createToolServer } from '@pairspace/mcp';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { invalid } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { identify } from '../access/caller.ts';
import { clientAddressOf } from '../lib/client-address.ts';
import { closedSignal } from '../http/closed-signal.ts';
import { hostNameOf, isOwnName } from '../http/host-names.ts';
import type { Dispatch } from '../http/local-dispatch.ts';
import { bearerToken } from '../http/parse-request.ts';
import { version } from '../lib/version.ts';
import type { Queries } from '../storage/storage.ts';
import { localCalls } from './local-calls.ts';
import { tokenSeating } from './token-seating.ts';

/**
 * JSON values of one message: those of a tool with two full lists are a few hundred. The SDK looks at every key several
 * times, so many small values would keep others waiting (NET-4).
 */
const mostValues = 2000;

interface McpRoute {
  http: FastifyInstance;
  dispatch: Dispatch;
  read: Queries;
  hosts: readonly string[] | 'any';
  /** Counts a request against the rate of its address. */
  countAddress: (address: string) => Promise<void>;
  log: Logger;
}

/**
 * Serves the tools at `/mcp`: Streamable HTTP, both revisions on one path (MCP-6). Each request has a server of its own
 * and nothing is kept between two, so that nobody can fill anything by calling.
 */
export const bindMcp = ({ http, countAddress, log, ...means }: McpRoute): void => {
  const onerror = (err: Error): void => {
    log.debug({ err }, 'a request of MCP was refused');
  };
  const onFault = (err: unknown): void => {
    log.error({ err }, 'a tool failed');
  };
  http.post('/mcp', {
    config: { bodyValues: mostValues },
    onRequest: (request) => countAddress(clientAddressOf(request.ip)),
    handler: async (request, reply) => {
      // Neither revision has batches, and one request is counted as one.
      if (Array.isArray(request.body)) throw invalid('body', 'must be one JSON-RPC message, not a batch');
      const seating = seatingOf(request, means, onFault);
      // The list of tools never changes, so there is nothing to subscribe to.
      const handler = createMcpHandler(() => createToolServer(seating, version), { onerror, maxSubscriptions: 0 });
      return reply.send(await handler.fetch(webRequest(request, reply), { parsedBody: request.body }));
    },
  });
};

const seatingOf = (
  request: FastifyRequest,
  { dispatch, read, hosts }: Pick<McpRoute, 'dispatch' | 'read' | 'hosts'>,
  onFault: (error: unknown) => void,
) =>
  tokenSeating({
    service: addressOf(request),
    token: bearerToken(request.headers.authorization),
    callsAs: (token) => localCalls(dispatch, { token, clientAddress: request.ip, ...keysOf(request) }, onFault),
    isOwn: (service) => {
      const name = hostNameOf(URL.parse(service)?.host ?? '');
      return name !== undefined && isOwnName(name, { hosts, localAddress: request.socket.localAddress });
    },
    async findAgent(token) {
      const { caller } = await identify({ db: read, operatorHash: undefined }, token, undefined);
      return caller.kind === 'agent' ? { sessionId: caller.sessionId, agentId: caller.agentId } : undefined;
    },
  });

/** Keys of a closed service and of a protected agentId come in the headers that HTTP has for them. */
const keysOf = ({ headers }: FastifyRequest) => ({
  createKey: headers['x-create-key']?.toString(),
  agentKey: headers['x-agent-key']?.toString(),
});

const addressOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

const webRequest = (request: FastifyRequest, reply: FastifyReply): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  return new Request(`${addressOf(request)}/mcp`, { method: 'POST', headers, signal: closedSignal(reply) });
};
