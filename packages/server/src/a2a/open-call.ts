import type { Calls } from '@pairspace/client';
import { type Event, ServiceError } from '@pairspace/protocol';
import type { FastifyRequest } from 'fastify';
import { isAgentKey } from '../access/agent-key.ts';
import { identify, type Identity, identifySeatByKey, isOfSession, type SessionCaller } from '../access/caller.ts';
import { admit } from '../access/guard.ts';
import type { SessionHead } from '../access/session-head.ts';
import { tokenHash } from '../access/token.ts';
import type { Repetition } from '../http/dispatch/call.ts';
import { localCalls } from '../http/dispatch/local-dispatch.ts';
import type { Dispatch } from '../http/dispatch/local-dispatch.ts';
import { addressOf, bearerToken } from '../http/transport/request-head.ts';
import { invariant } from '../lib/invariant.ts';
import type { Queries } from '../storage/storage.ts';
import type { A2aAgent, A2aCall, PushConfigs } from './a2a-call.ts';

interface CallOptions {
  dispatch: Dispatch;
  gone: AbortSignal;
  onFault: (error: unknown) => void;
}

/** The refusal of a token looks the same, whether or not the session exists (A2A-3). */
const noEntry = (): ServiceError =>
  new ServiceError(
    'UNAUTHORIZED',
    'Nobody answers here for this bearer. Send a token of the session, or the agent key of a seat in it.',
  );

/** Finds the caller of a request, and what it can call. */
export const openCall = async (
  request: FastifyRequest,
  agent: A2aAgent,
  { read, pushConfigs, ...options }: CallOptions & { read: Queries; pushConfigs: PushConfigs },
): Promise<A2aCall> => {
  const token = bearerToken(request.headers.authorization);
  if (token === undefined) throw noEntry();
  const { caller, session } = await findCaller(read, token, agent.sessionId);
  return {
    agent,
    caller,
    identify: async (db) => (await findCaller(db, token, agent.sessionId)).caller,
    lastSeq: session.lastSeq,
    calls: localCallsOf(request, options),
    idempotentCalls: (repetition) => localCallsOf(request, options, repetition),
    pushConfigs,
    events: (since, signal) => eventsOf(request, { sessionId: session.id, since, signal }, options.dispatch),
    address: addressOf(request),
    gone: options.gone,
  };
};

const findCaller = async (
  db: Queries,
  token: string,
  sessionId: string,
): Promise<{ caller: SessionCaller; session: SessionHead }> => {
  const { caller, session } = await identityOf(db, token, sessionId);
  if (!session) throw noEntry();
  const seen = admitted(caller, session);
  if (!seen || !isOfSession(seen, session.id)) throw noEntry();
  return { caller: seen, session };
};

const identityOf = async (read: Queries, token: string, sessionId: string): Promise<Identity> => {
  const hash = tokenHash(token);
  try {
    return await (isAgentKey(token)
      ? identifySeatByKey(read, hash, sessionId)
      : identify({ db: read, operatorHashes: [] }, hash, sessionId));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') throw noEntry();
    throw error;
  }
};

const admitted = (caller: Identity['caller'], session: Identity['session']) => {
  try {
    return admit('reader', caller, session);
  } catch {
    return undefined;
  }
};

/** The endpoints as the caller of a request; an agent key stands for its seat. */
export const localCallsOf = (
  request: FastifyRequest,
  { dispatch, gone, onFault }: CallOptions,
  repetition?: Repetition,
): Calls => {
  const signalled: Dispatch = (name, call) => dispatch(name, { ...call, signal: call.signal ?? gone });
  return localCalls(signalled, { ...callerOf(request), repetition }, onFault);
};

const callerOf = (request: FastifyRequest) => ({
  token: bearerToken(request.headers.authorization),
  clientAddress: request.ip,
  inSeat: true,
  createKey: request.headers['x-create-key']?.toString(),
});

/** The events of tasks and asks in the live stream of a session. */
async function* eventsOf(
  request: FastifyRequest,
  { sessionId, since, signal }: { sessionId: string; since: number; signal: AbortSignal },
  dispatch: Dispatch,
): AsyncGenerator<Event> {
  const query = { since: String(since) };
  const stream = await dispatch('streamEvents', { ...callerOf(request), params: { sessionId }, query, signal });
  invariant(stream.kind === 'stream', 'the endpoint of the stream answers one');
  for await (const frame of stream.frames) {
    const text = frame.toString();
    for (const [, data = ''] of text.matchAll(/^event: (?:task|ask)\.\w+\ndata: (.*)$/gm))
      yield JSON.parse(data) as Event;
  }
}
