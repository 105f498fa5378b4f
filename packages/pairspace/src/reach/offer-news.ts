import { createClient } from '@pairspace/client';
import type { Seat } from '../seats/seat-store.ts';
import { bestReach } from './best-reach.ts';
import { pointerTo } from './pointer.ts';
import type { AdapterRecord, ReachFiles } from './reach-files.ts';
import { hookLostMs } from './wake-adapter.ts';

/** How long an adapter that comes first has for its pointer to be fetched. */
const graceMs = 30_000;

const lost = { works: false, finding: 'the agent fetched nothing after it' };

/** Asks the service, and keeps what is offered, before the pointer is printed. */
export const offerNews = async (
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
  const isLost = record.offeredSeq > seen && Date.now() - record.offeredAt > hookLostMs;
  const newest = news.at(-1);
  const isOffered = others.some(({ offeredSeq, offeredAt }) => {
    return newest !== undefined && offeredSeq >= newest.seq && Date.now() - offeredAt < graceMs;
  });
  if (!newest || newest.seq <= record.offeredSeq || isOffered) {
    await files.keepAdapter(seat, isLost ? { ...record, ...lost } : record);
    // The writers of messages were told that the hook reaches the agent.
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
