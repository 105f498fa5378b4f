import { type AdapterLog, wordsOf } from './adapter-log.ts';
import type { FetchWatch } from './fetch-watch.ts';
import { canaryPointer } from './pointer.ts';

/** Carries the tests that `pairspace doctor` asks for, each adapter in its turn. */
export class CanaryCarrier {
  readonly #watch: FetchWatch;
  readonly #logs: readonly AdapterLog[];
  #last: string | undefined;

  private constructor(watch: FetchWatch, logs: readonly AdapterLog[], last: string | undefined) {
    this.#watch = watch;
    this.#logs = logs;
    this.#last = last;
  }

  /** Ignores a test that was requested before this process started. */
  static async open(watch: FetchWatch, logs: readonly AdapterLog[]): Promise<CanaryCarrier> {
    const { files, seat } = watch.around;
    return new CanaryCarrier(watch, logs, (await files.canary(seat))?.id);
  }

  async run(): Promise<void> {
    const { files, seat, signal, timing } = this.#watch.around;
    while (!signal.aborted) {
      await this.#watch.pause(timing.canaryMs);
      const canary = await files.canary(seat);
      if (!canary || canary.id === this.#last) continue;
      this.#last = canary.id;
      for (const log of this.#logs) await this.#carry(canary.id, log);
    }
  }

  async #carry(id: string, log: AdapterLog): Promise<void> {
    const { files, seat, signal, timing } = this.#watch.around;
    await this.#watch.until(() => this.#isTurnOf(log, id), timing.graceMs * 2);
    const sentAt = Date.now();
    try {
      await log.adapter.check(signal);
      await log.adapter.wake(canaryPointer(seat, id), signal);
    } catch (error) {
      await log.note({ works: false, finding: wordsOf(error), canary: { id, sentAt, error: wordsOf(error) } });
      return;
    }
    await log.note({ canary: { id, sentAt } });
    const isAnswered = async (): Promise<boolean> => (await files.fetched(seat)).at >= sentAt;
    if (!(await this.#watch.until(isAnswered, timing.graceMs))) {
      const error = 'it took a test, and the agent did not read its inbox';
      // A test that waits for the end of a turn may only be late, so the adapter need not be broken.
      const isLate = log.adapter.waitsForTurn === true && log.record.works;
      await log.note({ works: isLate, finding: error, canary: { id, sentAt, error } });
      return;
    }
    const { at: answeredAt } = await files.fetched(seat);
    await log.note({ works: true, finding: 'the agent answered a test', canary: { id, sentAt, answeredAt } });
  }

  /** Whether every adapter of a smaller rank has had its time with the test. */
  async #isTurnOf({ adapter: { rank, via } }: AdapterLog, id: string): Promise<boolean> {
    const { files, seat, timing } = this.#watch.around;
    return (await files.adapters(seat)).every(
      ({ rank: other, via: name, canary }) =>
        other >= rank || name === via || (canary?.id === id && isDecided(canary, timing.graceMs)),
    );
  }
}

const isDecided = (
  { sentAt, error, answeredAt }: { sentAt: number; error?: string | undefined; answeredAt?: number | undefined },
  graceMs: number,
): boolean => error !== undefined || answeredAt !== undefined || Date.now() - sentAt > graceMs;
