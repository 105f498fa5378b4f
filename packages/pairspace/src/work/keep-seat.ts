import { checkedSession, type Client, createClient } from '@pairspace/client';
import type { Session } from '@pairspace/protocol';
import type { Options, Run } from '../command.ts';
import { ownKey } from '../seats/agent-keys.ts';
import type { Env, Identity } from '../seats/identity.ts';
import { newAgentId } from '../seats/new-agent-id.ts';
import type { Seat } from '../seats/seat-store.ts';
import { identityIn, chosenService, seatStoreIn, serviceOf } from './open-seat.ts';

export const wantedAgentId = (run: Run<Options>, service: string): string =>
  run.given.as ??
  run.env['PAIRSPACE_AGENT'] ??
  ownKey(run.env, service, identityIn(run))?.agentId ??
  newAgentId(identityIn(run));

/**
 * A client that sends the create key and the agent key of the environment; setup may keep the agent key, too. The keys
 * go to the service `own` alone, because a link may lead anywhere (DOOR-21).
 */
export const clientWithKeys = (
  { env, own, identity }: { env: Env; own: string; identity: Identity },
  at: { baseUrl: string; token?: string },
): Client => {
  if (new URL(at.baseUrl).origin !== new URL(own).origin) return createClient(at);
  const createKey = env['PAIRSPACE_CREATE_KEY'];
  const agentKey = env['PAIRSPACE_AGENT_KEY'] ?? ownKey(env, own, identity)?.key;
  const send: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    if (createKey !== undefined) headers.set('x-create-key', createKey);
    if (agentKey !== undefined) headers.set('x-agent-key', agentKey);
    return fetch(url, { ...init, headers });
  };
  return createClient({ ...at, fetch: send });
};

export const clientOfRun = (run: Run<Options>, at: { baseUrl: string; token?: string }): Client =>
  clientWithKeys({ env: run.env, own: serviceOf(run), identity: identityIn(run) }, at);

interface NewSeat {
  service: string;
  session: Session;
  agentId: string;
  agentToken: string;
  recoveryCode?: string | undefined;
}

/** The record of a seat that was just taken. Throws if the session contains an invalid id. */
export const seatOf = (
  { service, session, agentId, agentToken, recoveryCode }: NewSeat,
  { key, window }: Identity,
): Seat => {
  const { id, name, agents } = checkedSession(session);
  return {
    ...{ service, sessionId: id, sessionName: name, kind: 'agent', agentId },
    agentName: agents.find((agent) => agent.agentId === agentId)?.agentName ?? agentId,
    token: agentToken,
    ...(recoveryCode === undefined ? {} : { recoveryCode }),
    identity: key,
    ...(window !== undefined && { window }),
    takenAt: new Date().toISOString(),
  };
};

/** Keeps a seat in a session that exists. `--service` may move the session to another service (DOOR-31). */
export const keepSeat = async (run: Run<Options>, taken: NewSeat): Promise<Seat> => {
  const seat = seatOf(taken, identityIn(run));
  await seatStoreIn(run).take(seat, chosenService(run));
  return seat;
};

/** Keeps a seat in a new session. Throws if another service is known to have the session id (DOOR-31). */
export const keepNewSeat = async (
  run: Run<Options>,
  { observerToken, ...taken }: NewSeat & { observerToken: string },
): Promise<Seat> => {
  const seat = seatOf(taken, identityIn(run));
  await seatStoreIn(run).take(seat);
  await seatStoreIn(run).keepOverseer(seat, observerToken);
  return seat;
};

/** The part of a seat that may be shown, without its secrets. */
export const shownSeat = ({ service, sessionId, sessionName, kind, agentId, agentName, takenAt }: Seat) => {
  return { service, sessionId, sessionName, kind, agentId, agentName, takenAt };
};
