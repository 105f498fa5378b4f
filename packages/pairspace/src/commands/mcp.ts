import { createClient } from '@pairspace/client';
import { type CallMeta, createToolServer, type Joined, type SeatedAgent, type Seating } from '@pairspace/mcp';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { once } from 'node:events';
import { command, type Options, type Run } from '../command.ts';
import { adaptersHere } from '../reach/adapters-here.ts';
import { keepSeatsReachable } from '../reach/keep-seats-reachable.ts';
import type { ReachFiles } from '../reach/reach-files.ts';
import { ancestorsOf } from '../seats/ancestors.ts';
import { chooseSeat, heldSeat, type SeatQuery } from '../seats/choose-seat.ts';
import { type Env, type Identity, identityFor, newAgentId, programAbove } from '../seats/identity.ts';
import { ownKey } from '../seats/kept-by-setup.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { readVersion } from '../help.ts';
import { sighupSignal } from '../work/hang-up.ts';
import { clientWithKeys, seatOf, seatStoreIn } from '../work/open-seat.ts';
import { agentKeyIn, identityIn, reachFilesIn, serviceOf } from '../work/open-seat.ts';

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

/**
 * The seats of the agent program that has started this process. Keeps their agent reachable as long as the process
 * runs. Codex starts one process for all its threads and names the thread with each call.
 */
const programSeating = (run: Run<Options>) => {
  const own = identityIn(run);
  const isCodex = programAbove(ancestorsOf) === 'codex';
  const seatings = new Map<string, Seating>();
  const reaching: Promise<void>[] = [];
  const seatingOf = (identity: Identity): Seating => {
    const known = seatings.get(identity.key);
    if (known) return known;
    const { env, signal } = run;
    const [seats, files] = [seatStoreIn(run), reachFilesIn(run)];
    const seating = stdioSeating({ env, service: serviceOf(run), identity, seats, files });
    seatings.set(identity.key, seating);
    // A shell has no agent program that could be woken.
    if (identity.program !== 'shell') {
      const adapters = adaptersHere(identity, env, ancestorsOf);
      const keyAt = (service: string): string | undefined => agentKeyIn(run, service);
      reaching.push(keepSeatsReachable({ identity, seats, files, adapters, signal, keyAt }));
    }
    return seating;
  };
  seatingOf(own);
  return {
    seatingFor({ threadId }: CallMeta): Seating {
      const isThread = isCodex && typeof threadId === 'string' && threadId !== '' && threadId.length <= 200;
      return seatingOf(isThread ? identityFor('codex', threadId) : own);
    },
    /** Resolves when nothing follows a session any more, after the signal has aborted. */
    ended: () => Promise.all(reaching),
  };
};

export const mcp = command({
  summary: 'serve the tools to an agent program over standard input and output (MCP)',
  about: [
    'It shares its seats with the commands that run in the same agent program.',
    'While it runs, it follows the sessions of the program and wakes its agent when something concerns it, where the program has a way to be woken. pairspace doctor tests the way.',
  ],
  examples: ['claude mcp add pairspace -- pairspace mcp', 'codex mcp add pairspace -- pairspace mcp'],
  async run(run) {
    const left = new AbortController();
    const signal = AbortSignal.any([run.signal, left.signal, sighupSignal()]);
    const seating = programSeating({ ...run, signal });
    const ended = once(process.stdin, 'end', { signal }).catch(() => undefined);
    const version = readVersion();
    const connection = serveStdio(() => createToolServer((meta) => seating.seatingFor(meta), version), {
      onerror: (error) => {
        run.terminal.note(error.message);
      },
    });
    // The connection stops reading when its output fails. The listener keeps the stream flowing, so that its end is
    // noticed.
    process.stdin.on('data', () => undefined);
    await ended;
    left.abort();
    await connection.close();
    await seating.ended();
  },
});
