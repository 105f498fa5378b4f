import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Identity } from './identity.ts';
import type { Seat } from './seat-store.ts';

/** Which seat is meant. */
export interface Wanted {
  service?: string | undefined;
  session?: string | undefined;
  as?: string | undefined;
  kind?: Seat['kind'] | undefined;
}

/**
 * The seat that a command acts on: of the seats of this identity that fit, those in the session that was joined last.
 * Two agents in one session are never guessed between. A seat that is named by its agent may be another identity's.
 */
export const chooseSeat = (seats: readonly Seat[], identity: Identity, wanted: Wanted): Seat => {
  const fitting = seats.filter(
    (seat) =>
      (wanted.service === undefined || seat.service === wanted.service) &&
      (wanted.session === undefined || seat.sessionId === wanted.session) &&
      (wanted.as === undefined || seat.agentId === wanted.as) &&
      (wanted.kind === undefined || seat.kind === wanted.kind),
  );
  const own = fitting.filter((seat) => seat.identity === identity.key);
  const candidates = own.length > 0 || wanted.as === undefined ? own : fitting;
  const [newest] = candidates;
  if (!newest) throw noSeat(wanted, fitting);
  const together = candidates.filter((seat) => seat.sessionId === newest.sessionId && seat.service === newest.service);
  const agents = together.filter((seat) => seat.kind === 'agent');
  const [only] = agents.length > 0 ? agents : together;
  if (agents.length < 2 && only) return only;
  const names = agents.map(({ agentId }) => agentId).join(', ');
  throw new CommandError(
    exitCodes.usage,
    `Several agents of ${newest.sessionId} are here: ${names}.`,
    `Say which: --as ${agents[0]?.agentId ?? ''}, or PAIRSPACE_AGENT=${agents[0]?.agentId ?? ''}`,
  );
};

const noSeat = ({ session, as }: Wanted, others: readonly Seat[]): CommandError => {
  const where = session === undefined ? 'No session has been joined' : `No seat in ${session} is known`;
  const who = as === undefined ? 'here' : `here as ${as}`;
  const [other] = others;
  return new CommandError(
    exitCodes.refused,
    `${where} ${who}.`,
    other
      ? `A seat of another program is here; to use it: --as ${other.agentId} --session ${other.sessionId}`
      : 'Join one: pairspace join <link>, or open one: pairspace create',
  );
};
