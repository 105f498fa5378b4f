import { type Client, createClient, serviceAddress } from '@pairspace/client';
import type { Given, Run, CommandEnvironment } from '../command.ts';
import type { commonOptions, Options } from '../command.ts';
import { ReachFiles } from '../reach/reach-files.ts';
import { ancestorsOf } from '../seats/ancestors.ts';
import { chooseSeat, type SeatQuery } from '../seats/choose-seat.ts';
import { defaultServiceOf } from '../seats/default-service.ts';
import { type Identity, identityOf } from '../seats/identity.ts';
import { type Seat, seatsFolder, SeatStore } from '../seats/seat-store.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { UsageError } from '../usage-error.ts';

type Common = Given<typeof commonOptions>;

export const identityIn = ({ env }: Pick<CommandEnvironment, 'env'>): Identity => identityOf(env, () => ancestorsOf());

export const seatStoreIn = ({ env }: Pick<CommandEnvironment, 'env'>): SeatStore => new SeatStore(seatsFolder(env));

export const reachFilesIn = ({ env }: Pick<CommandEnvironment, 'env'>): ReachFiles => new ReachFiles(seatsFolder(env));

/** The service that the command line or `PAIRSPACE_URL` names. */
const namedService = ({ env, given }: { env: CommandEnvironment['env']; given: Pick<Common, 'service'> }) =>
  addressIn(given.service ?? env['PAIRSPACE_URL']);

/**
 * The service that the command line names. Only `--service` moves a session to another service (DOOR-31), because
 * `PAIRSPACE_URL` is the same for all sessions.
 */
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

/** A service to open or join sessions at. */
export const serviceOf = (run: { env: CommandEnvironment['env']; given: Pick<Common, 'service'> }): string =>
  namedService(run) ?? defaultServiceOf(run.env);

/** A seat with a client that speaks for it. */
export interface AtWork {
  seat: Seat;
  client: Client;
  sessionId: string;
}

/** The seat that the command line, the environment and the seats on this machine lead to. */
export const openSeat = async (run: Run<Options>, kind?: Seat['kind']): Promise<AtWork> => {
  const wanted: SeatQuery = {
    service: namedService(run),
    isChosen: chosenService(run) !== undefined,
    session: run.given.session ?? run.env['PAIRSPACE_SESSION'],
    as: run.given.as ?? run.env['PAIRSPACE_AGENT'],
    kind,
  };
  const seat = chooseSeat(await seatStoreIn(run).list(), identityIn(run), wanted);
  return atSeat(seat);
};

export const atSeat = (seat: Seat): AtWork => ({
  seat,
  client: createClient({ baseUrl: seat.service, token: seat.token }),
  sessionId: seat.sessionId,
});

/** Like `openSeat`; a public session that is named is read without a seat. */
export const openSeatOrWatch = async (run: Run<Options>): Promise<Omit<AtWork, 'seat'> & { seat?: Seat }> => {
  try {
    return await openSeat(run);
  } catch (error) {
    const sessionId = run.given.session ?? run.env['PAIRSPACE_SESSION'];
    const hasNone = error instanceof CommandError && error.exitCode === exitCodes.refused;
    if (sessionId === undefined || !hasNone) throw error;
    return { client: createClient({ baseUrl: serviceOf(run) }), sessionId };
  }
};
