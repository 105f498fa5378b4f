import type { Identity } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { wordsOf } from './adapter-log.ts';
import type { HookEvent } from './hook-programs.ts';
import type { HookOffer } from './offer-news.ts';
import { canaryPointer } from './pointer.ts';
import type { AdapterRecord, ReachFiles } from './reach-files.ts';
import { hookLostMs, precedesHooks, ranks } from './wake-adapter.ts';

interface Options {
  identity: Identity;
  seats: SeatStore;
  files: ReachFiles;
  via: string;
  mode: HookEvent['mode'];
  turn?: HookEvent['turn'];
  signal: AbortSignal;
}

/** The number of sessions that one run of a hook examines, because a program waits for it. */
const mostSeats = 5;
/** The pause between two requests of a hook to the service, because a hook runs after every tool that an agent uses. */
const restMs = 5000;
/** The longest rest after the service did not respond: a program waits for its hooks. */
const longestRestMs = 60_000;

/** The news that a hook has for the agent: a pointer for each session with news. */
export const offerByHook = async ({ identity, seats, ...options }: Options): Promise<HookOffer[]> => {
  const own = await seats.own(identity);
  await Promise.all(own.map((seat) => adopt(seat, identity, seats).catch(() => undefined)));
  const offers = await Promise.all(
    own.slice(0, mostSeats).map((seat) => offerOne(seat, options).catch(() => undefined)),
  );
  return offers.filter((offer) => offer !== undefined);
};

/**
 * Stores the present session id and window of the program in the seat. A later start of the program finds the seat by
 * the id alone; a conversation that is resumed and then cleared finds it by the window.
 */
const adopt = async (seat: Seat, { key, window = seat.window }: Identity, seats: SeatStore): Promise<void> => {
  if (seat.identity !== key || seat.window !== window) await seats.save({ ...seat, identity: key, window });
};

type OfferOptions = Omit<Options, 'identity' | 'seats'>;

const offerOne = async (seat: Seat, options: OfferOptions): Promise<HookOffer | undefined> => {
  const offer = await findOffer(seat, options);
  const { files, turn } = options;
  // A pointer at the end of a turn begins the turn anew.
  if (turn) await files.noteTurn(seat, turn === 'runs' || offer !== undefined).catch(() => undefined);
  return offer;
};

const findOffer = async (
  seat: Seat,
  { files, via, mode, turn, signal }: OfferOptions,
): Promise<HookOffer | undefined> => {
  const [known, others, canary] = await Promise.all([
    files.adapter(seat, via),
    files.adapters(seat).then((records) => records.filter((record) => record.via !== via)),
    files.canary(seat),
  ]);
  const record: AdapterRecord = {
    ...{ via, mode, rank: ranks.hook, pid: null, offeredSeq: 0, offeredAt: 0 },
    ...known,
    ...{ works: true, finding: 'the program ran it', checkedAt: new Date().toISOString() },
  };
  if (canary && canary.id !== known?.canary?.id && Date.now() - canary.at < hookLostMs) {
    await files.keepAdapter(seat, { ...record, canary: { id: canary.id, sentAt: Date.now() } });
    return { pointer: canaryPointer(seat, canary.id), report: () => Promise.resolve() };
  }
  if (Date.now() < (known?.restsUntil ?? 0)) return undefined;
  if (precedesHooks(others)) {
    await files.keepAdapter(seat, { ...record, restsUntil: Date.now() + restMs });
    return undefined;
  }
  try {
    const resting = { ...record, restsUntil: Date.now() + restMs };
    // Most runs of a hook rest, and need no client.
    const { offerNews } = await import('./offer-news.ts');
    return await offerNews(seat, { files, record: resting, wasLost: known?.works === false, turn, signal });
  } catch (error) {
    const finding = `the service did not respond to it: ${wordsOf(error)}`;
    await files.keepAdapter(seat, { ...record, finding, restsUntil: Date.now() + restAfterFailure(known) });
    return undefined;
  }
};

/** The backoff, twice the last rest: a service that is away seldom delays a program. */
const restAfterFailure = ({ restsUntil = 0, checkedAt }: Partial<AdapterRecord> = {}): number => {
  const last = checkedAt === undefined ? 0 : restsUntil - Date.parse(checkedAt);
  return Math.min(longestRestMs, 2 * Math.max(restMs, last));
};
