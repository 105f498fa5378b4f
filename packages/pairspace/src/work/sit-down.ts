import { type Client, createClient } from '@pairspace/client';
import type { Given, Run, Surroundings } from '../command.ts';
import type { commonOptions, Options } from '../command.ts';
import { ReachFiles } from '../reach/reach-files.ts';
import { ancestorsOf } from '../seats/ancestors.ts';
import { chooseSeat, type Wanted } from '../seats/choose-seat.ts';
import { type Identity, identityOf } from '../seats/identity.ts';
import { type Seat, seatsFolder, SeatStore } from '../seats/seat-store.ts';
import { UsageError } from '../usage-error.ts';

type Common = Given<typeof commonOptions>;

const defaultService = 'http://127.0.0.1:8787';

export const identityIn = ({ env }: Pick<Surroundings, 'env'>): Identity => identityOf(env, () => ancestorsOf());

export const seatStoreIn = ({ env }: Pick<Surroundings, 'env'>): SeatStore => new SeatStore(seatsFolder(env));

export const reachFilesIn = ({ env }: Pick<Surroundings, 'env'>): ReachFiles => new ReachFiles(seatsFolder(env));

/** The service that the command line or `PAIRSPACE_URL` names. */
export const namedService = ({ env, given }: { env: Surroundings['env']; given: Pick<Common, 'service'> }) => {
  const named = given.service ?? env['PAIRSPACE_URL'];
  if (named === undefined || named === '') return undefined;
  if (!/^https?:\/\//i.test(named) || !URL.canParse(named)) {
    throw new UsageError(`The service must be an http or https URL, not "${named}".`);
  }
  return named.replace(/\/+$/, '');
};

/** A service to open or join sessions at. */
export const serviceOf = (run: { env: Surroundings['env']; given: Pick<Common, 'service'> }): string =>
  namedService(run) ?? defaultService;

/** A seat with a client that speaks for it. */
export interface AtWork {
  seat: Seat;
  client: Client;
  sessionId: string;
}

/** The seat that the command line, the environment and the seats on this machine lead to. */
export const sitDown = async (run: Run<Options>, kind?: Seat['kind']): Promise<AtWork> => {
  const wanted: Wanted = {
    service: namedService(run),
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

/** Like `sitDown`; a public session that is named is read without a seat. */
export const sitDownOrWatch = async (run: Run<Options>): Promise<Omit<AtWork, 'seat'> & { seat?: Seat }> => {
  try {
    return await sitDown(run);
  } catch (error) {
    const sessionId = run.given.session ?? run.env['PAIRSPACE_SESSION'];
    if (sessionId === undefined || error instanceof UsageError) throw error;
    return { client: createClient({ baseUrl: serviceOf(run) }), sessionId };
  }
};
