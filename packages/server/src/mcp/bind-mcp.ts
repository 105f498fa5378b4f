import { createToolServer, type ViewPage } from '@pairspace/mcp';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isAgentKey } from '../access/agent-key.ts';
import { identify } from '../access/caller.ts';
import { tokenHash } from '../access/token.ts';
import { hostNameOf, isOwnName } from '../http/transport/guard-browsers.ts';
import { localCalls } from '../http/dispatch/local-dispatch.ts';
import type { Dispatch } from '../http/dispatch/local-dispatch.ts';
import type { AdmitFace } from '../http/transport/bind.ts';
import { addressOf, bearerToken } from '../http/transport/request-head.ts';
import { version } from '../lib/version.ts';
import type { Queries } from '../storage/storage.ts';
import { serveMcp } from './serve-mcp.ts';
import { tokenSeating } from './token-seating.ts';

interface ToolRoute {
  http: FastifyInstance;
  dispatch: Dispatch;
  read: Queries;
  hosts: readonly string[] | 'any';
  /** The view of a session as one page. */
  viewPage: ViewPage;
  admitFace: AdmitFace;
  log: Logger;
}

/** Serves the tools at `/mcp`. */
export const bindMcp = ({ http, viewPage, log, admitFace, ...options }: ToolRoute): void => {
  const onFault = (err: unknown): void => {
    log.error({ err }, 'a tool failed');
  };
  const serverFor = (request: FastifyRequest) => {
    const seating = seatingOf(request, options, onFault);
    return createToolServer(() => seating, version, viewPage);
  };
  serveMcp({ http, admitFace, log, serverFor });
};

const seatingOf = (
  request: FastifyRequest,
  { dispatch, read, hosts }: Pick<ToolRoute, 'dispatch' | 'read' | 'hosts'>,
  onFault: (error: unknown) => void,
) =>
  tokenSeating({
    service: addressOf(request),
    token: bearerToken(request.headers.authorization),
    agentKey: agentKeyOf(request),
    callsAs: (token) => localCalls(dispatch, { token, clientAddress: request.ip, ...keysOf(request) }, onFault),
    isOwn: (service) => {
      const name = hostNameOf(URL.parse(service)?.host ?? '');
      return name !== undefined && isOwnName(name, { hosts, localAddress: request.socket.localAddress });
    },
    async findAgent(token) {
      if (isAgentKey(token)) return undefined;
      const { caller } = await identify({ db: read, operatorHashes: [] }, tokenHash(token), undefined);
      return caller.kind === 'agent' ? { sessionId: caller.sessionId, agentId: caller.agentId } : undefined;
    },
  });

/** The agent key of a request: `X-Agent-Key`, else the bearer token (ME-3). */
const agentKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const token = bearerToken(headers.authorization);
  return headers['x-agent-key']?.toString() ?? (token !== undefined && isAgentKey(token) ? token : undefined);
};

/** Keys of a closed service and of a protected agentId, from the same headers as in the API. */
const keysOf = (request: FastifyRequest) => ({
  createKey: request.headers['x-create-key']?.toString(),
  agentKey: agentKeyOf(request),
});
