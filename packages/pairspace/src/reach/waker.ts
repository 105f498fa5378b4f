import type { DeclaredReach, InboxItem } from '@pairspace/protocol';
import { AdapterLog, wordsOf } from './adapter-log.ts';
import { carryTests } from './test-reach.ts';
import { FetchWatch, type Watched, type WakerTiming } from './fetch-watch.ts';
import { type News, pointerTo } from './pointer.ts';
import { hasLostAccess, longestPauseMs, type SharedWait, waitSeconds } from './shared-wait.ts';
import { bestReach, ranks, type WakeAdapter } from './wake-adapter.ts';

const usualTiming: WakerTiming = {
  collectMs: 200,
  graceMs: 30_000,
  lookMs: 1000,
  lostMs: 10 * 60_000,
  heartbeatMs: 15_000,
  canaryMs: 2000,
};

export interface WakerOptions extends Omit<Watched, 'timing'> {
  adapters: readonly WakeAdapter[];
  timing?: WakerTiming | undefined;
  /** The wait that all seats of the agent key share; undefined if the key does not cover this seat. */
  sharedWait?: SharedWait | undefined;
}

/** The time limit of the last report, because a program that ends does not wait for this process. */
const farewellMs = 2000;

/**
 * Reaches the agent of one seat (DOOR-13): follows its inbox, and announces new entries through one adapter after the
 * other, until the agent has fetched them. Moves `offeredSeq` and never `readSeq`. Ends when the session is completed,
 * the seat is gone or the signal aborts; retries during an outage.
 */
export const keepReachable = async (options: WakerOptions): Promise<void> => {
  const ended = new AbortController();
  const waker = new Waker({ ...options, signal: AbortSignal.any([options.signal, ended.signal]) });
  const lastTest = await waker.open();
  try {
    await Promise.all([
      waker.followInbox(options.sharedWait).finally(() => {
        ended.abort();
      }),
      waker.sendHeartbeats(),
      carryTests(waker.watch, waker.logs, lastTest),
    ]);
  } finally {
    await waker.close(options.signal.aborted);
  }
};

class Waker {
  readonly watch: FetchWatch;
  /** The records of the adapters in the order of their ranks. */
  logs: readonly AdapterLog[] = [];
  readonly #adapters: readonly WakeAdapter[];
  /** The entries that the agent has not fetched, as far as this process knows. */
  #news: News | undefined;
  /** When the newest of these entries arrived, in milliseconds since 1970. */
  #heardAt = 0;
  #offering: Promise<void> | undefined;
  #triedSeq = 0;

  constructor({ seat, client, files, adapters, signal, timing = usualTiming }: WakerOptions) {
    this.#adapters = adapters.toSorted((a, b) => a.rank - b.rank);
    this.watch = new FetchWatch({ seat, client, files, signal, timing });
  }

  /** Tests the adapters. Returns the id of the last test that `pairspace doctor` requested before. */
  async open(): Promise<string | undefined> {
    const { seat, files, signal } = this.watch.around;
    const around = { seat, files, onChange: () => void this.#sayReach() };
    this.logs = await Promise.all(
      this.#adapters.map(async (adapter) => new AdapterLog(adapter, around, await files.adapter(seat, adapter.via))),
    );
    const lastTest = (await files.canary(seat))?.id;
    await Promise.all(this.logs.map((log) => log.test(signal)));
    return lastTest;
  }

  /** `isLeft`: the program has ended. */
  async close(isLeft: boolean): Promise<void> {
    // The report goes first, because a program that ends may kill this process a moment later. Its other adapters end
    // with it; a surviving adapter reports itself with its next heartbeat.
    const farewell = isLeft ? this.#say(bestReach([], 'over'), AbortSignal.timeout(farewellMs)) : undefined;
    await this.#offering;
    await Promise.all(this.logs.map((log) => log.forget()));
    await farewell;
  }

  async followInbox(sharedWait: SharedWait | undefined): Promise<void> {
    const { seat, client, signal } = this.watch.around;
    const { sessionId } = seat;
    let since: number | undefined;
    let shared = sharedWait;
    let isAllRead = true;
    for (let failures = 0; !signal.aborted;) {
      const askedAt = performance.now();
      try {
        if (isAllRead && !(await shared?.next(sessionId))) shared = undefined;
        const query = { sessionId, since, wait: isAllRead && shared ? 0 : waitSeconds, limit: 200 };
        const { items, readSeq, completed } = await client.readInbox(query, { signal });
        since = items.at(-1)?.seq ?? since;
        this.#hear(items);
        if (items.length === 0 && completed) return;
        isAllRead = items.length === 0 && readSeq >= (since ?? 0);
        // A service that is about to stop answers before the wait is over.
        const waited = items.length > 0 || performance.now() - askedAt > 1000;
        failures = waited ? 0 : failures + 1;
        if (waited) continue;
      } catch (error) {
        if (hasLostAccess(error)) return;
        failures++;
      }
      await this.watch.pause(Math.min(longestPauseMs, 250 * 2 ** failures));
    }
  }

  /** Says every 15 s how the agent can be reached (DOOR-17). */
  async sendHeartbeats(): Promise<void> {
    const { signal, timing } = this.watch.around;
    while (!signal.aborted) {
      await this.#noteLost();
      this.#offerAgain();
      await this.#sayReach();
      await this.watch.pause(timing.heartbeatMs);
    }
  }

  async #sayReach(): Promise<void> {
    const { seat, files, signal } = this.watch.around;
    const [records, turn] = await Promise.all([files.adapters(seat), files.turn(seat)]);
    await this.#say(bestReach(records, turn), signal);
  }

  async #say(reach: DeclaredReach, signal: AbortSignal): Promise<void> {
    const { seat, client } = this.watch.around;
    // The next heartbeat repeats a failed report.
    await client.heartbeat({ sessionId: seat.sessionId, reach }, { signal }).catch(() => undefined);
  }

  /** Notes adapters as broken whose pointer has waited for longer than even a long turn takes. */
  async #noteLost(): Promise<void> {
    for (const log of this.logs) {
      const { works, offeredSeq, offeredAt } = log.record;
      const { lostMs } = this.watch.around.timing;
      if (!log.adapter.waitsForTurn || !works || Date.now() - offeredAt <= lostMs) continue;
      if (await this.watch.isFetched(offeredSeq)) continue;
      const finding = `it took a pointer to #${String(offeredSeq)}, and the agent fetched nothing since`;
      await log.note({ works: false, finding });
    }
  }

  #hear(items: readonly InboxItem[]): void {
    const newest = items.at(-1);
    if (!newest) return;
    const { seq, reason, event } = newest;
    this.#news = { count: items.length + (this.#news?.count ?? 0), seq, reason, by: event.actor.id };
    this.#heardAt = Date.now();
    this.#beginOffer();
  }

  #beginOffer(): void {
    this.#offering ??= this.#offer().finally(() => {
      this.#offering = undefined;
    });
  }

  /** Tries all adapters again, because a program that starts or is busy may listen only later. */
  #offerAgain(): void {
    const { seq = 0 } = this.#news ?? {};
    const isOver = Date.now() - this.#heardAt > this.watch.around.timing.lostMs;
    if (this.#offering || isOver || this.logs.every(({ record }) => record.offeredSeq >= seq)) return;
    this.#triedSeq = 0;
    this.#beginOffer();
  }

  /** Offers the new entries until they are fetched or every adapter was tried, and then those that came meanwhile. */
  async #offer(): Promise<void> {
    const { signal, timing } = this.watch.around;
    while (!signal.aborted) {
      await this.watch.pause(timing.collectMs);
      await this.#leaveToHooks();
      const news = this.#news;
      if (!news || news.seq <= this.#triedSeq) return;
      if (!(await this.watch.isFetched(news.seq))) await this.#offerThrough(news);
      this.#triedSeq = news.seq;
      if ((await this.watch.isFetched(news.seq)) && this.#news?.seq === news.seq) this.#news = undefined;
    }
  }

  /**
   * Waits while a hook can tell the agent sooner. An adapter that waits for the end of a turn anyway leaves the whole
   * turn to hooks: after an interruption the program keeps what is handed to it, and the next hook tells. Entries that a
   * hook has told in the last `graceMs` get time to be fetched.
   */
  async #leaveToHooks(): Promise<void> {
    const { seat, files, timing } = this.watch.around;
    const waits = this.#adapters.some(({ waitsForTurn }) => waitsForTurn);
    const isFree = async (): Promise<boolean> => {
      const seq = this.#news?.seq ?? 0;
      if ((await files.fetched(seat)).seq >= seq) return true;
      const turn = await files.turn(seat);
      if (waits && (turn === 'runs' || turn === 'silent')) return false;
      if (!waits && turn !== 'runs') return true;
      return !(await files.adapters(seat)).some(
        ({ rank, offeredSeq, offeredAt }) =>
          rank === ranks.hook && offeredSeq >= seq && Date.now() - offeredAt < timing.graceMs,
      );
    };
    await this.watch.until(isFree, Infinity);
  }

  async #offerThrough(news: News): Promise<void> {
    const { seat, client, signal, timing } = this.watch.around;
    const { seq } = news;
    for (const log of this.logs) {
      const { via, rank, waitsForTurn } = log.adapter;
      if (await this.#isLeftTo(rank, seq)) return;
      if (log.record.offeredSeq >= seq) continue;
      if (!(await this.#claims(seq))) return;
      const handed = await this.#wake(log, news);
      if (handed === 'refused') continue;
      if (handed === 'taken' || (await this.#isTaken(log, seq))) {
        const { sessionId } = seat;
        await client.movePosition({ sessionId, offeredSeq: seq, via }, { signal }).catch(() => undefined);
      }
      if (await this.watch.untilFetched(seq, timing.graceMs)) {
        await log.note({ works: true, finding: `the agent fetched #${String(seq)} after it was woken` });
        return;
      }
      if (signal.aborted) return;
      if (waitsForTurn) continue;
      const seconds = String(Math.round(timing.graceMs / 1000));
      const finding = `it took a pointer to #${String(seq)}, and the agent fetched nothing for ${seconds} s`;
      await log.note({ works: false, finding });
    }
  }

  /** Whether the program has taken a pointer that it keeps: a hook then sees the agent work. */
  async #isTaken({ record: { offeredAt } }: AdapterLog, seq: number): Promise<boolean> {
    const { seat, files, timing } = this.watch.around;
    return this.watch.until(
      async () => (await files.hasWorkedSince(seat, offeredAt)) || (await this.watch.isFetched(seq)),
      timing.graceMs,
    );
  }

  /** Whether adapters of other processes with a smaller rank have woken the agent. Each of them gets `graceMs`. */
  async #isLeftTo(rank: number, seq: number): Promise<boolean> {
    const { seat, files, timing } = this.watch.around;
    const before = (await files.adapters(seat)).filter(
      (record) => record.rank < rank && record.works && record.pid !== process.pid,
    );
    return before.length > 0 && (await this.watch.untilFetched(seq, before.length * timing.graceMs));
  }

  /** Claims the event, so that no hook tells it, too. False if it was fetched or the signal aborts. */
  async #claims(seq: number): Promise<boolean> {
    const { seat, files, signal, timing } = this.watch.around;
    while (!(await files.claim(seat, seq, timing.graceMs))) {
      if ((await this.watch.untilFetched(seq, timing.graceMs)) || signal.aborted) return false;
    }
    return true;
  }

  async #wake(log: AdapterLog, news: News): Promise<'taken' | 'kept' | 'refused'> {
    const { seat, files, signal } = this.watch.around;
    try {
      if (!log.record.works) await log.adapter.check(signal);
      const offeredAt = Date.now();
      const handed = await log.adapter.wake(pointerTo(seat, news), signal);
      await log.note({ offeredSeq: news.seq, offeredAt });
      return handed ?? 'taken';
    } catch (error) {
      await files.unclaim(seat, news.seq);
      await log.note({ works: false, finding: wordsOf(error) });
      return 'refused';
    }
  }
}
