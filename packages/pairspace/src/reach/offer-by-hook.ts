import { createClient } from '@pairspace/client';
import { type Identity, isOwn } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { wordsOf } from './adapter-log.ts';
import { bestReach } from './best-reach.ts';
import type { HookEvent } from './hook-programs.ts';
import { canaryPointer, pointerTo } from './pointer.ts';
import type { AdapterRecord, ReachFiles } from './reach-files.ts';
import { ranks } from './wake-adapter.ts';

interface Options {
  identity: Identity;
  seats: SeatStore;
  files: ReachFiles;
  /** The name of the hook in receipts and in `reach`. */
  via: string;
  mode: HookEvent['mode'];
  turn?: HookEvent['turn'];
  signal: AbortSignal;
}

/** The number of sessions that one run of a hook examines, because a program waits for it. */
const mostSeats = 5;
/** A hook runs after every tool that an agent uses. It asks the service no more often than this. */
const restMs = 5000;
/** The same after the service did not respond: a program waits for its hooks. */
const awayMs = 60_000;
/** How long an adapter that comes first has for its pointer to be fetched. */
const graceMs = 30_000;
/** After this long without a fetch, what a hook said is taken as lost. */
const lostMs = 10 * 60 * 1000;

const lost = { works: false, finding: 'the agent fetched nothing after it' };

/** The output of a hook: a pointer for each session with news, on separate lines. */
export const offerByHook = async ({ identity, seats, ...options }: Options): Promise<string> => {
  const own = (await seats.list()).filter((seat) => seat.kind === 'agent' && isOwn(seat, identity));
  await Promise.all(own.map((seat) => adopt(seat, identity, seats).catch(() => undefined)));
  const pointers = await Promise.all(
    own.slice(0, mostSeats).map((seat) => offerOne(seat, options).catch(() => undefined)),
  );
  return pointers.filter((pointer) => pointer !== undefined).join('\n');
};

/**
 * Keeps a seat under the id and the window that the program's session has now. A later start knows it by the id alone; a
 * conversation that is resumed and then cleared, by the window.
 */
const adopt = async (seat: Seat, { key, window = seat.window }: Identity, seats: SeatStore): Promise<void> => {
  if (seat.identity !== key || seat.window !== window) await seats.save({ ...seat, identity: key, window });
};

type OfferOptions = Omit<Options, 'identity' | 'seats'>;

const offerOne = async (seat: Seat, options: OfferOptions): Promise<string | undefined> => {
  const pointer = await findPointer(seat, options);
  const { files, turn } = options;
  // A pointer at the end of a turn begins the turn anew.
  if (turn) await files.noteTurn(seat, turn === 'runs' || pointer !== undefined).catch(() => undefined);
  return pointer;
};

const findPointer = async (seat: Seat, { files, via, mode, signal }: OfferOptions): Promise<string | undefined> => {
  const [known, others, canary] = await Promise.all([
    files.adapter(seat, via),
    files.adapters(seat).then((records) => records.filter((record) => record.via !== via)),
    files.canary(seat),
  ]);
  const fresh = { via, mode, rank: ranks.hook, pid: null, offeredSeq: 0, offeredAt: 0 };
  const record: AdapterRecord = {
    ...fresh,
    ...known,
    works: true,
    finding: 'the program ran it',
    checkedAt: new Date().toISOString(),
  };
  if (canary && canary.id !== known?.canary?.id && Date.now() - canary.at < lostMs) {
    await files.keepAdapter(seat, { ...record, canary: { id: canary.id, sentAt: Date.now() } });
    return canaryPointer(seat, canary.id);
  }
  if (Date.now() < (known?.restsUntil ?? 0)) return undefined;
  // An adapter that reaches a working agent leaves nothing to a hook.
  if (others.some(({ works, rank, waitsForTurn }) => works && rank < ranks.hook && !waitsForTurn)) {
    await files.keepAdapter(seat, { ...record, restsUntil: Date.now() + restMs });
    return undefined;
  }
  try {
    const resting = { ...record, restsUntil: Date.now() + restMs };
    return await offerNews(seat, { files, record: resting, wasLost: known?.works === false, others, signal });
  } catch (error) {
    const finding = `the service did not respond to it: ${wordsOf(error)}`;
    await files.keepAdapter(seat, { ...record, finding, restsUntil: Date.now() + awayMs });
    return undefined;
  }
};

const offerNews = async (
  seat: Seat,
  {
    files,
    record,
    wasLost,
    others,
    signal,
  }: { files: ReachFiles; record: AdapterRecord; wasLost: boolean; others: AdapterRecord[]; signal: AbortSignal },
): Promise<string | undefined> => {
  const { sessionId, service, token } = seat;
  const client = createClient({ baseUrl: service, token });
  const [{ items, readSeq }, fetched] = await Promise.all([
    client.readInbox({ sessionId, limit: 200 }, { signal }),
    files.fetched(seat),
  ]);
  const seen = Math.max(readSeq, fetched.seq);
  const news = items.filter(({ seq }) => seq > seen);
  const isLost = record.offeredSeq > seen && Date.now() - record.offeredAt > lostMs;
  const newest = news.at(-1);
  const isOffered = others.some(({ offeredSeq, offeredAt }) => {
    return newest !== undefined && offeredSeq >= newest.seq && Date.now() - offeredAt < graceMs;
  });
  if (!newest || newest.seq <= record.offeredSeq || isOffered) {
    await files.keepAdapter(seat, isLost ? { ...record, ...lost } : record);
    // The reach that others see must no longer name the hook.
    if (isLost && !wasLost) await client.heartbeat({ sessionId, reach: bestReach(others) }, { signal });
    return undefined;
  }
  const { seq, reason, event } = newest;
  const pointer = pointerTo(seat, { count: news.length, seq, reason, by: event.actor.id });
  const offered = { ...record, offeredSeq: seq, offeredAt: Date.now() };
  await files.keepAdapter(seat, offered);
  await Promise.all([
    client.movePosition({ sessionId, offeredSeq: seq, via: record.via }, { signal }),
    client.heartbeat({ sessionId, reach: bestReach([...others, offered]) }, { signal }),
  ]);
  return pointer;
};
