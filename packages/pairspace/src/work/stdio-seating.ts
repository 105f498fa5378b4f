import { createClient } from '@pairspace/client';
import type { Joined, SeatedAgent, Seating } from '@pairspace/mcp';
import { chooseSeat } from '../seats/choose-seat.ts';
import type { ReachFiles } from '../reach/reach-files.ts';
import type { Identity } from '../seats/identity.ts';
import { newAgentId } from '../seats/new-agent-id.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { seatOf } from './take-seat.ts';
import { clientWithKeys } from './with-keys.ts';

interface SeatingOptions {
  env: Readonly<Record<string, string | undefined>>;
  service: string;
  identity: Identity;
  seats: SeatStore;
  files: ReachFiles;
}

const handleOf = ({ sessionId, agentId }: Seat): string => `${sessionId}/${agentId}`;

/**
 * Sessions for the tools over the seats on this machine, which the command shares. A handle names session and agent and
 * holds no secret.
 */
export const stdioSeating = ({ env, service, identity, seats, files }: SeatingOptions): Seating => ({
  service,
  stranger: (baseUrl) => clientWithKeys(env, service, { baseUrl }),
  newAgentId: () => newAgentId(identity),
  async keep(at: string, joined: Joined): Promise<string> {
    const seat = seatOf({ service: at, ...joined }, identity.key);
    await seats.save(seat);
    return handleOf(seat);
  },
  async find(handle: string | undefined): Promise<SeatedAgent> {
    const [session, as] = handle?.split('/') ?? [];
    const seat = chooseSeatForTools(await seats.list(), identity, { session, as, kind: 'agent' });
    const { sessionId, agentId, token } = seat;
    return { client: createClient({ baseUrl: seat.service, token }), sessionId, agentId };
  },
  async noteFetch({ sessionId, agentId }: SeatedAgent, seq: number): Promise<void> {
    const seat = (await seats.list()).find((one) => one.sessionId === sessionId && one.agentId === agentId);
    // The agent has its answer, whether or not the folder can be written.
    if (seat) await files.noteFetch(seat, seq).catch(() => undefined);
  },
});

/** The hint of the command names commands; a model is told of tools. */
const chooseSeatForTools: typeof chooseSeat = (...given) => {
  try {
    return chooseSeat(...given);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${what} Call pairspace_join or pairspace_create, or give the seat that they answered.`, {
      cause: error,
    });
  }
};
