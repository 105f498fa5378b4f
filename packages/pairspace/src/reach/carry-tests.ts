import { type AdapterLog, wordsOf } from './adapter-log.ts';
import type { FetchWatch } from './fetch-watch.ts';
import { canaryPointer } from './pointer.ts';
import type { AdapterRecord } from './reach-files.ts';

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
