import { createClient } from '@pairspace/client';
import type { Seat } from '../seats/seat-store.ts';
import type { HookEvent } from './hook-programs.ts';
import { pointerTo } from './pointer.ts';
import type { AdapterRecord, ReachFiles } from './reach-files.ts';
import { bestReach, hookLostMs, precedesHooks } from './wake-adapter.ts';

/** How long an adapter that comes first has for its pointer to be fetched. */
const graceMs = 30_000;

const lost = { works: false, finding: 'the agent fetched nothing after it' };

interface Options {
  files: ReachFiles;
  record: AdapterRecord;
  wasLost: boolean;
  turn: HookEvent['turn'];
  signal: AbortSignal;
}

/** The pointer of a hook, and the report to the service, which is due when the hook has printed the pointer. */
export interface HookOffer {
  pointer: string;
  report(): Promise<unknown>;
}

/** Asks the service for news. Returns undefined if the hook has nothing to tell. */
export const offerNews = async (
  seat: Seat,
  { files, record, wasLost, turn, signal }: Options,
): Promise<HookOffer | undefined> => {
  const { sessionId, service, token } = seat;
  const client = createClient({ baseUrl: service, token });
  const [{ items, readSeq }, fetched] = await Promise.all([
    client.readInbox({ sessionId, limit: 200 }, { signal }),
    files.fetched(seat),
  ]);
  // The service may have taken a while to answer, and another adapter may have begun meanwhile.
  const others = (await files.adapters(seat)).filter(({ via }) => via !== record.via);
  const seen = Math.max(readSeq, fetched.seq);
  const news = items.filter(({ seq }) => seq > seen);
  const isLost = record.offeredSeq > seen && Date.now() - record.offeredAt > hookLostMs;
  const newest = news.at(-1);
  const isLeft = async (seq: number): Promise<boolean> =>
    seq <= record.offeredSeq ||
    isLeftTo(others, seq) ||
    (turn !== undefined && !(await files.claim(seat, seq, graceMs)));
  if (!newest || (await isLeft(newest.seq))) {
    await files.keepAdapter(seat, isLost ? { ...record, ...lost } : record);
    // The service still tells senders that this hook reaches the agent, so the report is corrected.
    if (isLost && !wasLost) {
      await client.heartbeat({ sessionId, reach: bestReach(others, await files.turn(seat)) }, { signal });
    }
    return undefined;
  }
  const { seq, reason, event } = newest;
  const pointer = pointerTo(seat, { count: news.length, seq, reason, by: event.actor.id });
  const offered = { ...record, offeredSeq: seq, offeredAt: Date.now() };
  // Other adapters leave a running turn to the hook, and a pointer at the end of a turn begins a new turn.
  if (turn) await files.noteTurn(seat, true);
  await files.keepAdapter(seat, offered);
  const reach = bestReach([...others, offered], await files.turn(seat));
  const report = () =>
    Promise.allSettled([
      client.movePosition({ sessionId, offeredSeq: seq, via: record.via }, { signal }),
      client.heartbeat({ sessionId, reach }, { signal }),
    ]);
  return { pointer, report };
};

/** Whether another adapter has the event: one before hooks, or one that told it within the last `graceMs`. */
const isLeftTo = (others: readonly AdapterRecord[], seq: number): boolean =>
  precedesHooks(others) ||
  others.some(({ offeredSeq, offeredAt }) => offeredSeq >= seq && Date.now() - offeredAt < graceMs);
