import type { Calls } from '@pairspace/client';
import { ServiceError } from '@pairspace/protocol';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { addressOf } from '../http/transport/request-head.ts';
import { namesTag } from '../lib/entity-tags.ts';
import type { A2aAgent, A2aCall } from './a2a-call.ts';
import { A2aError, restError, rpcError } from './a2a-error.ts';
import { readCard } from './agent-card.ts';
import { type Answered, runMethod } from './methods.ts';

const cardMaxAgeSeconds = 30;
const keepAliveMs = 15_000;

/** Answers the card of an agent. A session that the caller may not read looks as if it were not there. */
export const answerCard = async (calls: Calls, agent: A2aAgent, request: FastifyRequest): Promise<Response> => {
  const card = await readCard(calls, agent, addressOf(request)).catch((error: unknown) => {
    if (error instanceof ServiceError && hidden.has(error.code)) return undefined;
    throw error;
  });
  if (!card) throw new ServiceError('NOT_FOUND', 'There is no agent here that this caller may see.');
  const body = JSON.stringify(card);
  const etag = `"${hash('sha256', body).slice(0, 32)}"`;
  const headers = { 'cache-control': `private, max-age=${String(cardMaxAgeSeconds)}`, etag };
  if (namesTag(request.headers['if-none-match'], etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
};

const hidden: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR']);

const RpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(255), z.number()]),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** Answers a call of JSON-RPC. */
export const answerRpc = async (request: FastifyRequest, call: A2aCall): Promise<Response> => {
  const { success, data } = RpcRequest.safeParse(request.body);
  if (!success) {
    throw new A2aError('INVALID_REQUEST', 'The body must be one JSON-RPC 2.0 request with id, method and params.');
  }
  const { id, method, params } = data;
  const answered = await runMethod(method, params, call);
  const envelope = { jsonrpc: '2.0', id };
  if (!isStream(answered)) return Response.json({ ...envelope, result: answered });
  return eventStream(answered, {
    ofValue: (result) => frame({ ...envelope, result }),
    ofError: (error) => frame({ ...envelope, error: rpcError(error, request.id).error }),
  });
};

/** The method and the parameters for which a path of HTTP+JSON stands. */
interface RestRoute {
  method: string;
  params: Readonly<Record<string, unknown>>;
}

/** Answers a request of HTTP+JSON. */
export const answerRest = async (request: FastifyRequest, path: string, call: A2aCall): Promise<Response> => {
  const route = restRouteOf(request.method, path);
  if (!route) throw new ServiceError('NOT_FOUND', 'A2A has no such operation over HTTP+JSON.');
  const given = request.method === 'POST' ? request.body : request.query;
  if (given !== undefined && given !== null && (typeof given !== 'object' || Array.isArray(given))) {
    throw new A2aError('INVALID_REQUEST', 'The body must be a JSON object.');
  }
  const answered = await runMethod(route.method, { ...given, ...route.params }, call);
  if (!isStream(answered)) {
    return Response.json(answered, { headers: { 'content-type': 'application/a2a+json' } });
  }
  return eventStream(answered, {
    ofValue: frame,
    ofError: (error) => `event: error\n${frame({ error: restError(error, request.id).error })}`,
  });
};

const restRouteOf = (verb: string, path: string): RestRoute | undefined => {
  const [collection = '', name = '', part, id] = path.split('/');
  if (collection !== 'tasks') return name === '' ? namedRoute(`${verb} ${path}`) : undefined;
  if (part !== undefined) return pushRoute(verb, name, part, id);
  if (name === '') return verb === 'GET' ? { method: 'ListTasks', params: {} } : undefined;
  const [taskId = '', step] = name.split(':');
  if (step === undefined) return verb === 'GET' ? { method: 'GetTask', params: { id: taskId } } : undefined;
  if (step === 'subscribe' && verb !== 'DELETE') return { method: 'SubscribeToTask', params: { id: taskId } };
  return step === 'cancel' && verb === 'POST' ? { method: 'CancelTask', params: { id: taskId } } : undefined;
};

const named: Readonly<Record<string, string>> = {
  'POST message:send': 'SendMessage',
  'POST message:stream': 'SendStreamingMessage',
  'GET extendedAgentCard': 'GetExtendedAgentCard',
};

const namedRoute = (route: string): RestRoute | undefined => {
  const method = named[route];
  return method === undefined ? undefined : { method, params: {} };
};

const pushRoute = (verb: string, taskId: string, part: string, id: string | undefined): RestRoute | undefined => {
  if (part !== 'pushNotificationConfigs') return undefined;
  if (id === undefined) {
    if (verb === 'POST') return { method: 'CreateTaskPushNotificationConfig', params: { taskId } };
    return verb === 'GET' ? { method: 'ListTaskPushNotificationConfigs', params: { taskId } } : undefined;
  }
  if (verb === 'POST') return undefined;
  const method = verb === 'GET' ? 'GetTaskPushNotificationConfig' : 'DeleteTaskPushNotificationConfig';
  return { method, params: { taskId, id } };
};

const isStream = (answered: Answered): answered is AsyncGenerator<object> => Symbol.asyncIterator in answered;

const frame = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

interface Frames {
  ofValue: (value: object) => string;
  ofError: (error: A2aError | ServiceError) => string;
}

/** A stream of server-sent events. An error ends it as its last event. */
const eventStream = (values: AsyncGenerator<object>, frames: Frames): Response =>
  new Response(Readable.toWeb(Readable.from(textsOf(values, frames))) as ReadableStream<Uint8Array>, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });

async function* textsOf(values: AsyncGenerator<object>, { ofValue, ofError }: Frames): AsyncGenerator<Buffer> {
  try {
    let next = values.next();
    for (;;) {
      const timer = Promise.withResolvers<'idle'>();
      const timeout = setTimeout(timer.resolve, keepAliveMs, 'idle');
      const result = await Promise.race([next, timer.promise]).finally(() => {
        clearTimeout(timeout);
      });
      if (result === 'idle') {
        yield Buffer.from(': keep-alive\n\n');
        continue;
      }
      if (result.done) return;
      yield Buffer.from(ofValue(result.value));
      next = values.next();
    }
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof A2aError)) throw error;
    yield Buffer.from(ofError(error));
  }
}
