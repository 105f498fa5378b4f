import { setTimeout as pause } from 'node:timers/promises';
import type { Seat } from '../seats/seat-store.ts';
import { type AdapterLog, wordsOf } from './adapter-log.ts';
import type { FetchWatch } from './fetch-watch.ts';
import { canaryPointer } from './pointer.ts';
import type { AdapterRecord, ReachFiles } from './reach-files.ts';
import { ranks } from './wake-adapter.ts';

export interface ReachFinding {
  via: string;
  passed: boolean;
  finding: string;
}

const lookMs = 250;

/**
 * Sends a test through every adapter of a seat and says how far it came. An agent that runs the test itself
 * can answer only after it has the result, so the next test finds its answer.
 */
export const findReach = async (
  seat: Seat,
  files: ReachFiles,
  { isSelf, waitMs, signal }: { isSelf: boolean; waitMs: number; signal: AbortSignal },
): Promise<ReachFinding[]> => {
  const earlier = new Map((await files.adapters(seat)).map((record) => [record.via, record]));
  if (earlier.size === 0) return [];
  const asked = await files.askCanary(seat).catch((error: unknown) => wordsOf(error));
  if (typeof asked === 'string') {
    return [{ via: 'a test', passed: false, finding: `${files.folder} cannot be written from here: ${asked}` }];
  }
  const { id } = asked;
  const deadline = performance.now() + waitMs;
  const isDone = ({ rank, canary }: AdapterRecord): boolean =>
    rank === ranks.hook ||
    (canary?.id === id && (isSelf || canary.error !== undefined || canary.answeredAt !== undefined));
  let records = await files.adapters(seat);
  while (!records.every(isDone) && performance.now() < deadline && !signal.aborted) {
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
    records = await files.adapters(seat);
  }
  const { at: fetchedAt } = await files.fetched(seat);
  return records.map((record) => {
    const before = earlier.get(record.via)?.canary;
    return { via: record.via, ...judge(record, { id, before, fetchedAt, isSelf }) };
  });
};

/** The finding about one adapter. `before` is the test before this one. */
const judge = (
  { rank, finding, canary }: AdapterRecord,
  {
    id,
    before,
    fetchedAt,
    isSelf,
  }: { id: string; before: AdapterRecord['canary']; fetchedAt: number; isSelf: boolean },
): Omit<ReachFinding, 'via'> => {
  const sent = canary?.id === id ? canary : undefined;
  if (sent?.error !== undefined) return { passed: false, finding: sent.error };
  if (sent?.answeredAt !== undefined) {
    const ms = sent.answeredAt - sent.sentAt;
    return { passed: true, finding: `the agent answered a test after ${(ms / 1000).toFixed(1)} s` };
  }
  if (before && before.error === undefined && (isSelf || rank === ranks.hook)) {
    const time = new Date(before.sentAt).toISOString().slice(11, 19);
    return fetchedAt >= before.sentAt
      ? { passed: true, finding: `the agent answered the test of ${time}` }
      : { passed: false, finding: `it took the test of ${time}, and the agent has read nothing since` };
  }
  if (rank === ranks.hook) return { passed: true, finding: `${finding}; it carries a test when it runs next` };
  if (!sent) return { passed: false, finding: 'its process did not take the test up' };
  return isSelf
    ? { passed: true, finding: 'it took a test, which comes to you next; then run pairspace doctor again' }
    : { passed: false, finding: 'it took a test, and the agent has not read its inbox yet' };
};

/** Carries the tests that `pairspace doctor` asks for after that with the id `last`, each adapter in its turn. */
export const carryTests = async (watch: FetchWatch, logs: readonly AdapterLog[], last = ''): Promise<void> => {
  const { files, seat, signal, timing } = watch.around;
  for (let done = last; !signal.aborted;) {
    await watch.pause(timing.canaryMs);
    const canary = await files.canary(seat);
    if (!canary || canary.id === done) continue;
    done = canary.id;
    for (const log of logs) await carry(watch, done, log);
  }
};

const carry = async (watch: FetchWatch, id: string, log: AdapterLog): Promise<void> => {
  const { files, seat, signal, timing } = watch.around;
  await watch.until(() => isTurnOf(watch, log, id), timing.graceMs * 2);
  const sentAt = Date.now();
  try {
    await log.adapter.check(signal);
    await log.adapter.wake(canaryPointer(seat, id), signal);
  } catch (error) {
    await log.note({ works: false, finding: wordsOf(error), canary: { id, sentAt, error: wordsOf(error) } });
    return;
  }
  await log.note({ canary: { id, sentAt } });
  if (await watch.until(async () => (await files.fetched(seat)).at >= sentAt, timing.graceMs)) {
    const { at: answeredAt } = await files.fetched(seat);
    await log.note({ works: true, finding: 'the agent answered a test', canary: { id, sentAt, answeredAt } });
    return;
  }
  const error = 'it took a test, and the agent did not read its inbox';
  // A test that waits for the end of a turn may only be late, so the adapter need not be broken.
  const isLate = log.adapter.waitsForTurn === true && log.record.works;
  await log.note({ works: isLate, finding: error, canary: { id, sentAt, error } });
};

/** Whether every adapter of a smaller rank has had its time with the test. */
const isTurnOf = async ({ around }: FetchWatch, { adapter }: AdapterLog, id: string): Promise<boolean> => {
  const { files, seat, timing } = around;
  const isDecided = ({ canary }: AdapterRecord): boolean =>
    canary?.id === id &&
    (canary.error !== undefined || canary.answeredAt !== undefined || Date.now() - canary.sentAt > timing.graceMs);
  return (await files.adapters(seat)).every(
    (other) => other.rank >= adapter.rank || other.via === adapter.via || isDecided(other),
  );
};
