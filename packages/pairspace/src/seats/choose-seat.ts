import { isAgentId, isSessionId } from '@pairspace/client';
import { CommandError } from '../errors.ts';
import { type Identity, isOwn } from './identity.ts';
import type { Seat } from './seat-store.ts';

export interface SeatQuery {
  service?: string | undefined;
  /** The user named the service for this command, not as a default. */
  isChosen?: boolean | undefined;
  session?: string | undefined;
  as?: string | undefined;
  kind?: Seat['kind'] | undefined;
}

/**
 * The seat for a command: among the matching seats of this identity, those in the most recently joined session. Two
 * agents in one session are ambiguous. Two services with the same session id are ambiguous too, unless the user has
 * named the service of the newest seat (DOOR-31). A seat that is named by its agent may belong to another identity.
 */
export const chooseSeat = (seats: readonly Seat[], identity: Identity, wanted: SeatQuery): Seat => {
  const fitting = seats.filter(
    (seat) =>
      (wanted.service === undefined || seat.service === wanted.service) &&
      (wanted.session === undefined || seat.sessionId === wanted.session) &&
      (wanted.as === undefined || seat.agentId === wanted.as) &&
      (wanted.kind === undefined || seat.kind === wanted.kind),
  );
  const own = fitting.filter((seat) => isOwn(seat, identity));
  const candidates = own.length > 0 || wanted.as === undefined ? own : fitting;
  const [newest] = candidates;
  if (!newest) throw noSeat(wanted, fitting);
  assertOneService(newest, seats, wanted);
  const together = candidates.filter((seat) => seat.sessionId === newest.sessionId && seat.service === newest.service);
  const agents = together.filter((seat) => seat.kind === 'agent');
  const [only] = agents.length > 0 ? agents : together;
  if (agents.length < 2 && only) return only;
  const names = agents.map(({ agentId }) => agentId).join(', ');
  throw new CommandError(
    'usage',
    `Several agents of ${newest.sessionId} are here: ${names}.`,
    `Say which: --as ${agents[0]?.agentId ?? ''}, or PAIRSPACE_AGENT=${agents[0]?.agentId ?? ''}`,
  );
};

const assertOneService = (newest: Seat, seats: readonly Seat[], wanted: SeatQuery): void => {
  if (wanted.isChosen || newest.isServiceNamed) return;
  const services = seats.filter(({ sessionId }) => sessionId === newest.sessionId).map(({ service }) => service);
  const other = services.find((service) => service !== newest.service);
  if (other === undefined) return;
  throw new CommandError(
    'usage',
    `Two services say that they have ${newest.sessionId}: ${newest.service} and ${other}.`,
    `Say which: --service ${newest.service}, or --service ${other}`,
  );
};

const noSeat = ({ session, as }: SeatQuery, others: readonly Seat[]): CommandError => {
  const where = session === undefined ? 'There is no seat' : `No seat in ${idOr(session, 'that session')} is known`;
  const who = as === undefined ? 'here' : `here as ${idOr(as, 'that agent')}`;
  const [other] = others;
  return new CommandError(
    'refused',
    `${where} ${who}.`,
    other
      ? `A seat of another program is here; to use it: --as ${other.agentId} --session ${other.sessionId}`
      : 'Join one: pairspace join <link>, or open one: pairspace create',
  );
};

/** The value is not repeated, because a user may have given a token in place of an id. */
const idOr = (given: string, otherwise: string): string =>
  isSessionId(given) || (isAgentId(given) && !/^[a-z]{3}_[\w-]{43}$/.test(given)) ? given : otherwise;

interface Asked {
  service: string;
  sessionId: string;
  /** The id that the agent asks for; undefined for any. */
  agentId: string | undefined;
}

/** The seat that a program has in a session. A shell, in which agents are not told apart, must name its agent. */
export const heldSeat = (seats: readonly Seat[], identity: Identity, asked: Asked): Seat | undefined =>
  seats.find(
    (seat) =>
      seat.kind === 'agent' &&
      isOwn(seat, identity) &&
      seat.service === asked.service &&
      seat.sessionId === asked.sessionId &&
      (asked.agentId === undefined ? identity.program !== 'shell' : seat.agentId === asked.agentId),
  );
