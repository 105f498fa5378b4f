import type { Client } from '@pairspace/client';
import type { DeclaredReach, InboxItem } from '@pairspace/protocol';
import type { Seat } from '../seats/seat-store.ts';
import { AdapterLog, wordsOf } from './adapter-log.ts';
import { bestReach } from './best-reach.ts';
import { CanaryCarrier } from './canary-carrier.ts';
import { FetchWatch, type WatchTiming } from './fetch-watch.ts';
import { hasLostAccess } from './has-lost-access.ts';
import { type News, pointerTo } from './pointer.ts';
import type { ReachFiles } from './reach-files.ts';
import type { SharedWait } from './shared-wait.ts';
import { ranks, type WakeAdapter } from './wake-adapter.ts';

/** Times in milliseconds. */
export interface WakerTiming extends WatchTiming {
  /** Entries within this time share one pointer. */
  collectMs: number;
  /** The time after which the pointer of an adapter that waits for the end of a turn counts as lost. */
  lostMs: number;
  heartbeatMs: number;
}

export const usualTiming: WakerTiming = {
  collectMs: 200,
  graceMs: 30_000,
  lookMs: 1000,
  lostMs: 10 * 60_000,
  heartbeatMs: 15_000,
  canaryMs: 2000,
};

export interface WakerOptions {
  seat: Seat;
  client: Client;
  files: ReachFiles;
  adapters: readonly WakeAdapter[];
  signal: AbortSignal;
  timing?: WakerTiming | undefined;
  /** The wait that all seats of the agent key share; undefined if the key does not cover this seat. */
  sharedWait?: SharedWait | undefined;
}

const waitSeconds = 50;
const longestPauseMs = 30_000;
/** The time limit of the last report, because a program that ends does not wait for this process. */
const farewellMs = 2000;

/**
 * Reaches the agent of one seat (DOOR-13): follows its inbox, and announces new entries through one adapter after the
 * other, until the agent has fetched them. Moves `offeredSeq` and never `readSeq`. Ends when the session is completed,
 * the seat is gone or the signal aborts; retries during an outage.
 */
export const keepReachable = async (options: WakerOptions): Promise<void> => {
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const waker = new Waker({ ...options, signal });
  await waker.open();
  try {
    await Promise.all([
      waker.followInbox().finally(() => {
        ended.abort();
      }),
      waker.sendHeartbeats(),
      waker.sendCanaries(),
    ]);
  } finally {
    await waker.close(options.signal.aborted);
  }
};

class Waker {
  readonly #seat: Seat;
  readonly #client: Client;
  readonly #files: ReachFiles;
  readonly #adapters: readonly WakeAdapter[];
  readonly #signal: AbortSignal;
  readonly #timing: WakerTiming;
  readonly #watch: FetchWatch;
  readonly #sharedWait: SharedWait | undefined;
  #logs: readonly AdapterLog[] = [];
  #carrier: CanaryCarrier | undefined;
  /** The entries that the agent has not fetched, as far as this process knows. */
  #news: News | undefined;
  /** When the newest of these entries arrived, in milliseconds since 1970. */
  #heardAt = 0;
  #offering: Promise<void> | undefined;
  /** The newest number for which every adapter was tried. */
  #triedSeq = 0;

  constructor({ seat, client, files, adapters, signal, timing = usualTiming, sharedWait }: WakerOptions) {
    this.#seat = seat;
    this.#client = client;
    this.#files = files;
    this.#adapters = adapters.toSorted((a, b) => a.rank - b.rank);
    this.#signal = signal;
    this.#timing = timing;
    this.#sharedWait = sharedWait;
    this.#watch = new FetchWatch({ seat, client, files, signal, timing });
  }

  async open(): Promise<void> {
    const around = { seat: this.#seat, files: this.#files, onChange: () => void this.#sayReach() };
    this.#logs = await Promise.all(this.#adapters.map((adapter) => AdapterLog.open(adapter, around)));
    this.#carrier = await CanaryCarrier.open(this.#watch, this.#logs);
    await Promise.all(this.#logs.map((log) => log.test(this.#signal)));
  }

  /** `isLeft`: the program has ended. */
  async close(isLeft: boolean): Promise<void> {
    // The report goes first, because a program that ends may kill this process a moment later. Its other adapters end
    // with it; a surviving adapter reports itself with its next heartbeat.
    const farewell = isLeft ? this.#say(bestReach([], 'over'), AbortSignal.timeout(farewellMs)) : undefined;
    await this.#offering;
    await Promise.all(this.#logs.map((log) => log.forget()));
    await farewell;
  }

  async followInbox(): Promise<void> {
    const { sessionId } = this.#seat;
    let since: number | undefined;
    let sharedWait = this.#sharedWait;
    let isAllRead = true;
    for (let failures = 0; !this.#signal.aborted;) {
      const askedAt = performance.now();
      try {
        if (isAllRead && !(await sharedWait?.next(sessionId))) sharedWait = undefined;
        const query = { sessionId, since, wait: isAllRead && sharedWait ? 0 : waitSeconds, limit: 200 };
        const { items, readSeq, completed } = await this.#client.readInbox(query, { signal: this.#signal });
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
      await this.#watch.pause(Math.min(longestPauseMs, 250 * 2 ** failures));
    }
  }

  /** Says every 15 s how the agent can be reached (DOOR-17). */
  async sendHeartbeats(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#noteLost();
      this.#offerAgain();
      await this.#sayReach();
      await this.#watch.pause(this.#timing.heartbeatMs);
    }
  }

  async sendCanaries(): Promise<void> {
    await this.#carrier?.run();
  }

  async #sayReach(): Promise<void> {
    const [records, turn] = await Promise.all([this.#files.adapters(this.#seat), this.#files.turn(this.#seat)]);
    await this.#say(bestReach(records, turn), this.#signal);
  }

  async #say(reach: DeclaredReach, signal: AbortSignal): Promise<void> {
    const { sessionId } = this.#seat;
    // The next heartbeat repeats a failed report.
    await this.#client.heartbeat({ sessionId, reach }, { signal }).catch(() => undefined);
  }

  /** Notes adapters as broken whose pointer has waited for longer than even a long turn takes. */
  async #noteLost(): Promise<void> {
    for (const log of this.#logs) {
      const { works, offeredSeq, offeredAt } = log.record;
      if (!log.adapter.waitsForTurn || !works || Date.now() - offeredAt <= this.#timing.lostMs) continue;
      if (await this.#watch.isFetched(offeredSeq)) continue;
      const finding = `it took a pointer to #${String(offeredSeq)}, and the agent fetched nothing since`;
      await log.note({ works: false, finding });
    }
  }

  #hear(items: readonly InboxItem[]): void {
    const newest = items.at(-1);
    if (!newest) return;
    this.#news = {
      count: items.length + (this.#news?.count ?? 0),
      seq: newest.seq,
      reason: newest.reason,
      by: newest.event.actor.id,
    };
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
    const isOver = Date.now() - this.#heardAt > this.#timing.lostMs;
    if (this.#offering || isOver || this.#logs.every(({ record }) => record.offeredSeq >= seq)) return;
    this.#triedSeq = 0;
    this.#beginOffer();
  }

  /**
   * Offers the new entries until they are fetched or every adapter was tried, and then the entries that came meanwhile.
   */
  async #offer(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#watch.pause(this.#timing.collectMs);
      await this.#leaveToHooks();
      const news = this.#news;
      if (!news || news.seq <= this.#triedSeq) return;
      if (!(await this.#watch.isFetched(news.seq))) await this.#offerThrough(news);
      this.#triedSeq = news.seq;
      if ((await this.#watch.isFetched(news.seq)) && this.#news?.seq === news.seq) this.#news = undefined;
    }
  }

  /**
   * Waits while a hook can tell the agent sooner. An adapter that waits for the end of a turn anyway leaves the whole
   * turn to hooks: after an interruption the program keeps what is handed to it, and the next hook tells. Entries that a hook has told in the last `graceMs` get time to be fetched.
   */
  async #leaveToHooks(): Promise<void> {
    const waits = this.#adapters.some(({ waitsForTurn }) => waitsForTurn);
    const isFree = async (): Promise<boolean> => {
      const seq = this.#news?.seq ?? 0;
      if ((await this.#files.fetched(this.#seat)).seq >= seq) return true;
      const turn = await this.#files.turn(this.#seat);
      if (waits && (turn === 'runs' || turn === 'silent')) return false;
      return (!waits && turn !== 'runs') || !(await this.#isToldByHook(seq));
    };
    await this.#watch.until(isFree, Infinity);
  }

  async #isToldByHook(seq: number): Promise<boolean> {
    const records = await this.#files.adapters(this.#seat);
    return records.some(
      ({ rank, offeredSeq, offeredAt }) =>
        rank === ranks.hook && offeredSeq >= seq && Date.now() - offeredAt < this.#timing.graceMs,
    );
  }

  async #offerThrough(news: News): Promise<void> {
    for (const log of this.#logs) {
      const { via, rank } = log.adapter;
      if (await this.#isLeftTo(rank, news.seq)) return;
      if (log.record.offeredSeq >= news.seq) continue;
      if (!(await this.#claims(news.seq))) return;
      const handed = await this.#wake(log, news);
      if (handed === 'refused') continue;
      if (handed === 'taken' || (await this.#isTaken(log, news.seq))) {
        await this.#client
          .movePosition({ sessionId: this.#seat.sessionId, offeredSeq: news.seq, via }, { signal: this.#signal })
          .catch(() => undefined);
      }
      if (await this.#watch.untilFetched(news.seq, this.#timing.graceMs)) {
        await log.note({ works: true, finding: `the agent fetched #${String(news.seq)} after it was woken` });
        return;
      }
      if (this.#signal.aborted) return;
      if (log.adapter.waitsForTurn) continue;
      const seconds = String(Math.round(this.#timing.graceMs / 1000));
      await log.note({
        works: false,
        finding: `it took a pointer to #${String(news.seq)}, and the agent fetched nothing for ${seconds} s`,
      });
    }
  }

  /** Whether the program has taken a pointer that it keeps: a hook then sees the agent work. */
  async #isTaken({ record: { offeredAt } }: AdapterLog, seq: number): Promise<boolean> {
    const hasBegun = async (): Promise<boolean> =>
      (await this.#files.hasWorkedSince(this.#seat, offeredAt)) || (await this.#watch.isFetched(seq));
    return this.#watch.until(hasBegun, this.#timing.graceMs);
  }

  /** Whether adapters of other processes with a smaller rank have woken the agent. Each of them gets `graceMs`. */
  async #isLeftTo(rank: number, seq: number): Promise<boolean> {
    const before = (await this.#files.adapters(this.#seat)).filter(
      (record) => record.rank < rank && record.works && record.pid !== process.pid,
    );
    return before.length > 0 && (await this.#watch.untilFetched(seq, before.length * this.#timing.graceMs));
  }

  /**
   * Claims the event, so that no hook tells it at the same moment. False if the agent has fetched it or the signal
   * aborts.
   */
  async #claims(seq: number): Promise<boolean> {
    while (!(await this.#files.claim(this.#seat, seq, this.#timing.graceMs))) {
      if (await this.#watch.untilFetched(seq, this.#timing.graceMs)) return false;
      if (this.#signal.aborted) return false;
    }
    return true;
  }

  async #wake(log: AdapterLog, news: News): Promise<'taken' | 'kept' | 'refused'> {
    try {
      if (!log.record.works) await log.adapter.check(this.#signal);
      const offeredAt = Date.now();
      const handed = await log.adapter.wake(pointerTo(this.#seat, news), this.#signal);
      await log.note({ offeredSeq: news.seq, offeredAt });
      return handed ?? 'taken';
    } catch (error) {
      await this.#files.unclaim(this.#seat, news.seq);
      await log.note({ works: false, finding: wordsOf(error) });
      return 'refused';
    }
  }
}
