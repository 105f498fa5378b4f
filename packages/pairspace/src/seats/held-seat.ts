import type { Identity } from './identity.ts';
import type { Seat } from './seat-store.ts';

interface Asked {
  service: string;
  sessionId: string;
  /** The id that the agent asks for; undefined for any. */
  agentId: string | undefined;
}

/**
 * The seat that a program has in a session already. Nothing distinguishes two agents in a shell, so a shell has one only
 * under the id that it names.
 */
export const heldSeat = (seats: readonly Seat[], { key, program }: Identity, asked: Asked): Seat | undefined =>
  seats.find(
    ({ kind, service, sessionId, agentId, identity }) =>
      kind === 'agent' &&
      identity === key &&
      service === asked.service &&
      sessionId === asked.sessionId &&
      (asked.agentId === undefined ? program !== 'shell' : agentId === asked.agentId),
  );
