import { type Identity, isOwn } from './identity.ts';
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
export const heldSeat = (seats: readonly Seat[], identity: Identity, asked: Asked): Seat | undefined =>
  seats.find(
    (seat) =>
      seat.kind === 'agent' &&
      isOwn(seat, identity) &&
      seat.service === asked.service &&
      seat.sessionId === asked.sessionId &&
      (asked.agentId === undefined ? identity.program !== 'shell' : seat.agentId === asked.agentId),
  );
