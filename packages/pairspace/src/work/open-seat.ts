import type { CallName, CallOptions, Client, GivenTo, ListName } from '@pairspace/client';
import { checkedSession, createClient, serviceAddress } from '@pairspace/client';
import type { Endpoints, Session } from '@pairspace/protocol';
import type { CommandEnvironment, commonOptions, Given, Options, Run } from '../command.ts';
import { ReachFiles } from '../reach/reach-files.ts';
import { ancestorsOf } from '../seats/ancestors.ts';
import { chooseSeat, type SeatQuery } from '../seats/choose-seat.ts';
import { type Env, type Identity, identityOf, newAgentId } from '../seats/identity.ts';
import { defaultServiceOf, ownKey } from '../seats/kept-by-setup.ts';
import { type Seat, seatsFolder, SeatStore } from '../seats/seat-store.ts';
import { CommandError, exitCodes, UsageError } from '../errors.ts';

type Common = Given<typeof commonOptions>;

export const identityIn = ({ env }: Pick<CommandEnvironment, 'env'>): Identity => identityOf(env, ancestorsOf);

export const seatStoreIn = ({ env }: Pick<CommandEnvironment, 'env'>): SeatStore => new SeatStore(seatsFolder(env));

export const reachFilesIn = ({ env }: Pick<CommandEnvironment, 'env'>): ReachFiles => new ReachFiles(seatsFolder(env));

/** The service that the command line or `PAIRSPACE_URL` names. */
const namedService = ({ env, given }: { env: CommandEnvironment['env']; given: Pick<Common, 'service'> }) =>
  addressIn(given.service ?? env['PAIRSPACE_URL']);

/** The service of `--service`, which alone moves a session to another service (DOOR-31). */
export const chosenService = ({ given }: { given: Pick<Common, 'service'> }): string | undefined =>
  addressIn(given.service);

const addressIn = (named: string | undefined): string | undefined => {
  if (named === undefined || named === '') return undefined;
  const address = serviceAddress(named);
  if (address === undefined) {
    throw new UsageError(`The service must be an http or https URL without credentials, not "${named}".`);
  }
  return address;
};

export const serviceOf = (run: { env: CommandEnvironment['env']; given: Pick<Common, 'service'> }): string =>
  namedService(run) ?? defaultServiceOf(run.env);

type OfSession<N extends CallName> = Omit<GivenTo<Endpoints[N]>, 'sessionId'>;
type Item<N extends ListName> = Awaited<ReturnType<Client[N]>>['items'][number];

/** A session, and the client for it. A signal of the command ends each call. */
export interface InSession {
  client: Client;
  sessionId: string;
  call: <N extends CallName>(name: N, given: OfSession<N>) => ReturnType<Client[N]>;
  all: <N extends ListName>(name: N, given: OfSession<N>) => Promise<Item<N>[]>;
}

export interface AtWork extends InSession {
  seat: Seat;
}

const inSession = (client: Client, sessionId: string, { signal }: Pick<CommandEnvironment, 'signal'>): InSession => ({
  client,
  sessionId,
  call: (name, given) => (client[name] as Method)({ sessionId, ...given }, { signal }) as never,
  async all(name, given) {
    const items: unknown[] = [];
    for await (const item of (client.pages as Pages)(name, { sessionId, ...given }, { signal })) items.push(item);
    return items as never;
  },
});

// The declarations of the endpoints give the types; the functions above only pass values on.
type Method = (given: object, options: CallOptions) => unknown;
type Pages = (name: ListName, given: object, options: CallOptions) => AsyncIterable<unknown>;

/** The seat that the command line, the environment and the seats on this machine lead to. */
export const openSeat = async (run: Run<Options>, kind?: Seat['kind']): Promise<AtWork> => {
  const wanted: SeatQuery = {
    service: namedService(run),
    isChosen: chosenService(run) !== undefined,
    session: run.given.session ?? run.env['PAIRSPACE_SESSION'],
    as: run.given.as ?? run.env['PAIRSPACE_AGENT'],
    kind,
  };
  return atSeat(chooseSeat(await seatStoreIn(run).list(), identityIn(run), wanted), run);
};

export const atSeat = (seat: Seat, run: Pick<CommandEnvironment, 'signal'>): AtWork => ({
  seat,
  ...inSession(createClient({ baseUrl: seat.service, token: seat.token }), seat.sessionId, run),
});

/** Like `openSeat`; a public session that is named is read without a seat. */
export const openSeatOrWatch = async (run: Run<Options>): Promise<InSession & { seat?: Seat }> => {
  try {
    return await openSeat(run);
  } catch (error) {
    const sessionId = run.given.session ?? run.env['PAIRSPACE_SESSION'];
    const hasNone = error instanceof CommandError && error.exitCode === exitCodes.refused;
    if (sessionId === undefined || !hasNone) throw error;
    return inSession(createClient({ baseUrl: serviceOf(run) }), sessionId, run);
  }
};

/** The agent key at a service: that of the environment, else the one that setup keeps for this program. */
export const agentKeyIn = (run: Run<Options>, service = serviceOf(run)): string | undefined =>
  run.env['PAIRSPACE_AGENT_KEY'] ?? ownKey(run.env, service, identityIn(run))?.key;

export const openMe = (run: Run<Options>): { client: Client; service: string } => {
  const service = serviceOf(run);
  const token = agentKeyIn(run, service);
  if (token !== undefined) return { service, client: createClient({ baseUrl: service, token }) };
  throw new CommandError(
    'refused',
    `There is no agent key for ${service} here.`,
    'Make one, once: pairspace setup --key --yes. PAIRSPACE_AGENT_KEY holds another.',
  );
};

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
