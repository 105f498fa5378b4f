import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Dispatch } from '../http/dispatch/local-dispatch.ts';
import type { AdmitFace } from '../http/transport/bind.ts';
import { closedSignal } from '../http/transport/request-head.ts';
import { sendResponse } from '../http/transport/send.ts';
import { prepareRefusal, translateError } from '../http/transport/translate-error.ts';
import type { Queries } from '../storage/storage.ts';
import type { PushConfigs } from './a2a-call.ts';
import { A2aError, restError, rpcError } from './a2a-error.ts';
import { answerCard, answerRest, answerRpc } from './answers.ts';
import { openCall, localCallsOf } from './open-call.ts';
import { type Place, placeOf } from './place.ts';

interface A2aRoute {
  http: FastifyInstance;
  dispatch: Dispatch;
  read: Queries;
  pushConfigs: PushConfigs;
  admitFace: AdmitFace;
  limits: { bodyBytes: number };
  log: Logger;
}

/**
 * Serves seats and sessions as agents of A2A 1.0 below `/a2a` (A2A-1). Like MCP, A2A keeps no state between two
 * requests: a task is a row of its session, and a call consists of calls of endpoints.
 */
export const bindA2a = ({ http, log, limits, admitFace, ...options }: A2aRoute): void => {
  http.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/a2a/*',
    onRequest: (request, reply) => {
      takeA2aJson(request);
      return admitFace(request, reply);
    },
    errorHandler: (error, request, reply) => {
      sendError(error, request, reply, { log, bodyBytes: limits.bodyBytes });
    },
    handler: async (request, reply) =>
      sendResponse(await answerTo(request, reply, placeOf(request), { ...options, log }), request, reply, log),
  });
};

/** HTTP+JSON requests of A2A may have the media type `application/a2a+json`, which is read as JSON. */
const takeA2aJson = ({ headers }: FastifyRequest): void => {
  const type = headers['content-type'];
  if (type !== undefined)
    headers['content-type'] = type.replace(/^application\/a2a\+json(?=\s*(?:;|$))/i, 'application/json');
};

const answerTo = async (
  request: FastifyRequest,
  reply: FastifyReply,
  place: Place | undefined,
  { dispatch, read, pushConfigs, log }: Pick<A2aRoute, 'dispatch' | 'read' | 'pushConfigs' | 'log'>,
): Promise<Response> => {
  if (!place) throw new ServiceError('NOT_FOUND', 'There is nothing of A2A at this address.');
  const { agent, rest } = place;
  const onFault = (err: unknown): void => {
    log.error({ err, requestId: request.id }, 'a call of A2A failed');
  };
  const gone = closedSignal(reply);
  if (rest === '.well-known/agent-card.json' && request.method === 'GET') {
    return answerCard(localCallsOf(request, { dispatch, gone, onFault }), agent, request);
  }
  assertVersion(request);
  const call = await openCall(request, agent, { dispatch, read, pushConfigs, gone, onFault });
  if (rest !== '') return answerRest(request, rest, call);
  if (request.method !== 'POST') throw new ServiceError('METHOD_NOT_ALLOWED', 'JSON-RPC is sent by POST.');
  return answerRpc(request, call);
};

/** In A2A, a request without a version counts as one of version 0.3 (A2A-10). */
const assertVersion = ({ headers, query }: FastifyRequest): void => {
  const asked = headers['a2a-version'] ?? (query as Record<string, unknown>)['A2A-Version'];
  if (typeof asked === 'string' && /^1\.0(?:\.\d+)?$/.test(asked.trim())) return;
  throw new A2aError(
    'VERSION_NOT_SUPPORTED',
    'This agent speaks A2A 1.0. Send the header A2A-Version: 1.0; without it a request counts as one of 0.3.',
  );
};

/** Answers an error in the form of the binding. */
const sendError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, bodyBytes }: { log: Logger; bodyBytes: number },
): void => {
  const refusal = error instanceof A2aError ? error : translateError(error, bodyBytes);
  if (refusal instanceof ServiceError) prepareRefusal(refusal, request.id, reply, log);
  const isRpc = request.method === 'POST' && placeOf(request)?.rest === '';
  const { status, error: told } = (isRpc ? rpcError : restError)(refusal, request.id);
  const id = (request.body as { id?: unknown } | null | undefined)?.id;
  const body = isRpc ? { jsonrpc: '2.0', id: isRpcId(id) ? id : null, error: told } : { error: told };
  void reply
    .code(status)
    .header('content-type', isRpc ? 'application/json' : 'application/a2a+json')
    .send(JSON.stringify(body));
};

const isRpcId = (id: unknown): boolean =>
  (typeof id === 'string' && id.length <= 255) || (typeof id === 'number' && Number.isFinite(id));
