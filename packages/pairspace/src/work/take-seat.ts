import { checkedSession } from '@pairspace/client';
import type { Session } from '@pairspace/protocol';
import type { Options, Run } from '../command.ts';
import { newAgentId } from '../seats/new-agent-id.ts';
import type { Seat } from '../seats/seat-store.ts';
import { identityIn, seatStoreIn } from './sit-down.ts';

/** The agentId to open or join a session under. */
export const wantedAgentId = (run: Run<Options>): string =>
  run.given.as ?? run.env['PAIRSPACE_AGENT'] ?? newAgentId(identityIn(run));

interface Taken {
  service: string;
  session: Session;
  agentId: string;
  agentToken: string;
  observerToken?: string | undefined;
  recoveryCode?: string | undefined;
}

/** A seat that was just taken, as it is kept. Throws where an id of the session is none (DOOR-24). */
export const seatOf = (
  { service, session, agentId, agentToken, observerToken, recoveryCode }: Taken,
  identity: string,
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
    identity,
    takenAt: new Date().toISOString(),
  };
};

/** Keeps the credentials of a seat that was just taken. */
export const keepSeat = async (run: Run<Options>, taken: Taken): Promise<Seat> => {
  const seat = seatOf(taken, identityIn(run).key);
  await seatStoreIn(run).save(seat);
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
