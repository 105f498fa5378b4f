import { checkedSession, type Client } from '@pairspace/client';
import type { Session } from '@pairspace/protocol';
import type { Options, Run } from '../command.ts';
import { ownKey } from '../seats/agent-keys.ts';
import type { Identity } from '../seats/identity.ts';
import { newAgentId } from '../seats/new-agent-id.ts';
import type { Seat } from '../seats/seat-store.ts';
import { identityIn, chosenService, seatStoreIn, serviceOf } from './open-seat.ts';
import { clientWithKeys } from './with-keys.ts';

/** The agentId to open or join a session under. */
export const wantedAgentId = (run: Run<Options>, service: string): string =>
  run.given.as ??
  run.env['PAIRSPACE_AGENT'] ??
  ownKey(run.env, service, identityIn(run))?.agentId ??
  newAgentId(identityIn(run));

/** The client that sends the keys of this run to its own service. */
export const clientOfRun = (run: Run<Options>, at: { baseUrl: string; token?: string }): Client =>
  clientWithKeys({ env: run.env, own: serviceOf(run), identity: identityIn(run) }, at);

interface NewSeat {
  service: string;
  session: Session;
  agentId: string;
  agentToken: string;
  observerToken?: string | undefined;
  recoveryCode?: string | undefined;
}

/** A seat that was just taken, as it is kept. Throws where an id of the session is none (DOOR-24). */
export const seatOf = (
  { service, session, agentId, agentToken, observerToken, recoveryCode }: NewSeat,
  { key, window }: Identity,
): Seat => {
  const { id, name, agents } = checkedSession(session);
  return {
    service,
    sessionId: id,
    sessionName: name,
    kind: 'agent',
    agentId,
    agentName: agents.find((agent) => agent.agentId === agentId)?.agentName ?? agentId,
    token: agentToken,
    ...(observerToken === undefined ? {} : { observerToken }),
    ...(recoveryCode === undefined ? {} : { recoveryCode }),
    identity: key,
    ...(window !== undefined && { window }),
    takenAt: new Date().toISOString(),
  };
};

/** Keeps the credentials of a seat in a session that exists already; `--service` names its service. */
export const keepSeat = async (run: Run<Options>, taken: NewSeat): Promise<Seat> => {
  const seat = seatOf(taken, identityIn(run));
  await seatStoreIn(run).take(seat, chosenService(run));
  return seat;
};

/** The same for a session that was just opened, which no other service can have. */
export const keepNewSeat = async (run: Run<Options>, taken: NewSeat): Promise<Seat> => {
  const seat = seatOf(taken, identityIn(run));
  await seatStoreIn(run).take(seat);
  return seat;
};

/** Seats hold secrets; this is what may be shown of one. */
export const shownSeat = ({ service, sessionId, sessionName, kind, agentId, agentName, takenAt }: Seat) => ({
  service,
  sessionId,
  sessionName,
  kind,
  agentId,
  agentName,
  takenAt,
});
