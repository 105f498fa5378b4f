import { createClient } from '@pairspace/client';
import type { Joined, SeatedAgent, Seating } from '@pairspace/mcp';
import { chooseSeat, heldSeat, type SeatQuery } from '../seats/choose-seat.ts';
import type { ReachFiles } from '../reach/reach-files.ts';
import { ownKey } from '../seats/kept-by-setup.ts';
import { type Env, type Identity, newAgentId } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { clientWithKeys, seatOf } from './open-seat.ts';

interface SeatingOptions {
  env: Env;
  service: string;
  identity: Identity;
  seats: SeatStore;
  files: ReachFiles;
}

/** Two services may claim the same session id, so a handle names its service. No id has a slash. */
const handleOf = ({ service, sessionId, agentId }: Seat): string => `${sessionId}/${agentId}/${service}`;

/** The parts of a handle. The service may be left out, as the lines that wake an agent do. */
const wantedBy = (handle: string | undefined): SeatQuery => {
  const [session, as, ...service] = handle?.split('/') ?? [];
  return { session, as, kind: 'agent', ...(service.length > 0 && { service: service.join('/'), isChosen: true }) };
};

/**
 * Sessions for the tools over the seats on this machine, which the command shares. A handle names session, agent and
 * service, and holds no secret.
 */
export const stdioSeating = ({ env, service, identity, seats, files }: SeatingOptions): Seating => ({
  service,
  stranger: (baseUrl) => clientWithKeys({ env, own: service, identity }, { baseUrl }),
  me() {
    const key = env['PAIRSPACE_AGENT_KEY'] ?? ownKey(env, service, identity)?.key;
    return key === undefined ? undefined : createClient({ baseUrl: service, token: key });
  },
  async held(at: string, sessionId: string, agentId: string | undefined) {
    const seat = heldSeat(await seats.list(), identity, { service: at, sessionId, agentId });
    if (!seat) return undefined;
    const client = clientWithKeys({ env, own: service, identity }, { baseUrl: at, token: seat.token });
    return { client, agentId: seat.agentId };
  },
  newAgentId: () => ownKey(env, service, identity)?.agentId ?? newAgentId(identity),
  checkPlace: (at, sessionId) => seats.assertNotElsewhere({ service: at, sessionId }),
  async keep(at: string, joined: Joined): Promise<string> {
    const seat = seatOf({ service: at, ...joined }, identity);
    await seats.take(seat);
    return handleOf(seat);
  },
  async find(handle: string | undefined): Promise<SeatedAgent> {
    const seat = chooseSeatForTools(await seats.list(), identity, wantedBy(handle));
    const { sessionId, agentId, token } = seat;
    return { client: createClient({ baseUrl: seat.service, token }), service: seat.service, sessionId, agentId };
  },
  async noteFetch({ service: at, sessionId, agentId }: SeatedAgent, seq: number): Promise<void> {
    const isMeant = (seat: Seat): boolean =>
      seat.service === at && seat.sessionId === sessionId && seat.agentId === agentId;
    const seat = (await seats.list()).find(isMeant);
    // The agent has its answer, whether or not the folder can be written.
    if (seat) await files.noteFetch(seat, seq).catch(() => undefined);
  },
});

/** Replaces the hint of `chooseSeat`, which names commands, by a hint that names tools. */
const chooseSeatForTools: typeof chooseSeat = (...given) => {
  try {
    return chooseSeat(...given);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${what} Call pairspace_join or pairspace_create, or give the seat that they returned.`, {
      cause: error,
    });
  }
};
