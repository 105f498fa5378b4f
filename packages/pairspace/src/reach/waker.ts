import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@pairspace/client';
import type { InboxItem } from '@pairspace/protocol';
import type { Seat } from '../seats/seat-store.ts';
import { AdapterLog, wordsOf } from './adapter-log.ts';
import { bestReach } from './best-reach.ts';
import { canaryPointer, type News, pointerTo } from './pointer.ts';
import type { ReachFiles } from './reach-files.ts';
import type { WakeAdapter } from './wake-adapter.ts';

/** Times in milliseconds. */
export interface WakerTiming {
  /** What comes within this time goes into one pointer. */
  collectMs: number;
  /** How long an agent has to fetch what it was woken for, before the next adapter tries. */
  graceMs: number;
  /** How often the agent's own fetch is looked for while it is waited for. */
  lookMs: number;
  heartbeatMs: number;
  /** How often a test that `pairspace doctor` has asked for is looked for. */
  canaryMs: number;
}

export const usualTiming: WakerTiming = {
  collectMs: 200,
  graceMs: 30_000,
  lookMs: 1000,
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
}

const waitSeconds = 50;
const longestPauseMs = 30_000;
/** Refusals after which the seat is nobody's any more. */
const final = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND']);

/**
 * Reaches the agent of one seat (DOOR-13): follows its inbox, and puts what is new before it through one adapter after
 * the other, until the agent has fetched it. Moves `offeredSeq` and never `readSeq`. Ends when the session is completed,
 * the seat is gone or the signal aborts; an outage is waited out.
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
      waker.carryCanaries(),
    ]);
  } finally {
    await waker.close();
  }
};

class Waker {
  readonly #seat: Seat;
  readonly #client: Client;
  readonly #files: ReachFiles;
  readonly #adapters: readonly WakeAdapter[];
  readonly #signal: AbortSignal;
  readonly #timing: WakerTiming;
  #logs: readonly AdapterLog[] = [];
  /** What the agent has not fetched, as far as it was seen here. */
  #news: News | undefined;
  #offering: Promise<void> | undefined;
  /** The newest number for which every adapter was tried. */
  #triedSeq = 0;
  #lastCanary: string | undefined;

  constructor({ seat, client, files, adapters, signal, timing = usualTiming }: WakerOptions) {
    this.#seat = seat;
    this.#client = client;
    this.#files = files;
    this.#adapters = adapters.toSorted((a, b) => a.rank - b.rank);
    this.#signal = signal;
    this.#timing = timing;
  }

  async open(): Promise<void> {
    const around = { seat: this.#seat, files: this.#files, onChange: () => void this.#sayReach() };
    this.#logs = await Promise.all(this.#adapters.map((adapter) => AdapterLog.open(adapter, around)));
    this.#lastCanary = (await this.#files.canary(this.#seat))?.id;
    await Promise.all(this.#logs.map((log) => log.test(this.#signal)));
  }

  async close(): Promise<void> {
    await this.#offering;
    await Promise.all(this.#logs.map((log) => log.forget()));
  }

  async followInbox(): Promise<void> {
    const { sessionId } = this.#seat;
    let since: number | undefined;
    for (let failures = 0; !this.#signal.aborted;) {
      const askedAt = performance.now();
      try {
        const query = { sessionId, since, wait: waitSeconds, limit: 200 };
        const { items } = await this.#client.readInbox(query, { signal: this.#signal });
        since = items.at(-1)?.seq ?? since;
        this.#hear(items);
        const waited = items.length > 0 || performance.now() - askedAt > 1000;
        failures = waited ? 0 : failures + 1;
        if (waited) continue;
        // It did not wait: the session is over, or the service is about to go.
        const { status } = await this.#client.getSession({ sessionId }, { signal: this.#signal });
        if (status === 'completed') return;
      } catch (error) {
        if (isFinal(error)) return;
        failures++;
      }
      await this.#pause(Math.min(longestPauseMs, 250 * 2 ** failures));
    }
  }

  /** Says every 15 s how the agent can be reached (DOOR-17). */
  async sendHeartbeats(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#sayReach();
      await this.#pause(this.#timing.heartbeatMs);
    }
  }

  /** Carries the tests that `pairspace doctor` asks for, each adapter in its turn (DOOR-20). */
  async carryCanaries(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#pause(this.#timing.canaryMs);
      const canary = await this.#files.canary(this.#seat);
      if (!canary || canary.id === this.#lastCanary) continue;
      this.#lastCanary = canary.id;
      for (const log of this.#logs) await this.#carry(canary.id, log);
    }
  }

  async #sayReach(): Promise<void> {
    const records = await this.#files.adapters(this.#seat);
    const { sessionId } = this.#seat;
    // What failed is said again with the next heartbeat.
    await this.#client
      .heartbeat({ sessionId, reach: bestReach(records) }, { signal: this.#signal })
      .catch(() => undefined);
  }

  #hear(items: readonly InboxItem[]): void {
    const newest = items.at(-1);
    if (!newest) return;
    this.#news = {
      count: items.length + (this.#news?.count ?? 0),
      seq: newest.seq,
      reason: newest.reason,
      by: newest.event.actor.name,
    };
    this.#offering ??= this.#offer().finally(() => {
      this.#offering = undefined;
    });
  }

  /** Offers what is new until it is fetched or every adapter was tried; what comes meanwhile has its turn then. */
  async #offer(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#pause(this.#timing.collectMs);
      const news = this.#news;
      if (!news || news.seq <= this.#triedSeq) return;
      if (!(await this.#isFetched(news.seq))) await this.#offerThrough(news);
      this.#triedSeq = news.seq;
      if ((await this.#isFetched(news.seq)) && this.#news?.seq === news.seq) this.#news = undefined;
    }
  }

  async #offerThrough(news: News): Promise<void> {
    for (const log of this.#logs) {
      const { via, rank } = log.adapter;
      if (await this.#isLeftTo(rank, news.seq)) return;
      if (log.record.offeredSeq >= news.seq) continue;
      if (!(await this.#wake(log, news))) continue;
      await this.#client
        .movePosition({ sessionId: this.#seat.sessionId, offeredSeq: news.seq, via }, { signal: this.#signal })
        .catch(() => undefined);
      if (await this.#untilFetched(news.seq, this.#timing.graceMs)) {
        await log.note({ works: true, finding: `the agent fetched #${String(news.seq)} after it was woken` });
        return;
      }
      if (this.#signal.aborted) return;
      const seconds = String(Math.round(this.#timing.graceMs / 1000));
      await log.note({
        works: false,
        finding: `it took a pointer to #${String(news.seq)}, and the agent fetched nothing for ${seconds} s`,
      });
    }
  }

  /** Whether adapters of other processes that come first have woken the agent. Each has its time. */
  async #isLeftTo(rank: number, seq: number): Promise<boolean> {
    const before = (await this.#files.adapters(this.#seat)).filter(
      (record) => record.rank < rank && record.works && record.pid !== process.pid,
    );
    return before.length > 0 && (await this.#untilFetched(seq, before.length * this.#timing.graceMs));
  }

  async #wake(log: AdapterLog, news: News): Promise<boolean> {
    try {
      if (!log.record.works) await log.adapter.check(this.#signal);
      await log.adapter.wake(pointerTo(this.#seat, news), this.#signal);
      await log.note({ offeredSeq: news.seq, offeredAt: Date.now() });
      return true;
    } catch (error) {
      await log.note({ works: false, finding: wordsOf(error) });
      return false;
    }
  }

  async #carry(id: string, log: AdapterLog): Promise<void> {
    const { via, rank } = log.adapter;
    const turnOf = async (): Promise<boolean> => {
      const records = await this.#files.adapters(this.#seat);
      return records.every(
        ({ rank: other, via: name, canary }) =>
          other >= rank || name === via || (canary?.id === id && isDecided(canary, this.#timing.graceMs)),
      );
    };
    await this.#until(turnOf, this.#timing.graceMs * 2);
    const sentAt = Date.now();
    try {
      await log.adapter.check(this.#signal);
      await log.adapter.wake(canaryPointer(this.#seat, id), this.#signal);
    } catch (error) {
      await log.note({ works: false, finding: wordsOf(error), canary: { id, sentAt, error: wordsOf(error) } });
      return;
    }
    await log.note({ canary: { id, sentAt } });
    const isAnswered = async (): Promise<boolean> => (await this.#files.fetched(this.#seat)).at > sentAt;
    if (!(await this.#until(isAnswered, this.#timing.graceMs))) {
      const error = 'it took a test, and the agent did not read its inbox';
      await log.note({ works: false, finding: error, canary: { id, sentAt, error } });
      return;
    }
    const { at: answeredAt } = await this.#files.fetched(this.#seat);
    await log.note({ works: true, finding: 'the agent answered a test', canary: { id, sentAt, answeredAt } });
  }

  /** Whether the agent's own client has fetched everything up to a number: from this machine, or by its position. */
  async #isFetched(seq: number): Promise<boolean> {
    if ((await this.#files.fetched(this.#seat)).seq >= seq) return true;
    try {
      const query = { sessionId: this.#seat.sessionId, since: seq, limit: 1 };
      const { readSeq } = await this.#client.readInbox(query, { signal: this.#signal });
      return readSeq >= seq;
    } catch {
      return false;
    }
  }

  #untilFetched(seq: number, ms: number): Promise<boolean> {
    return this.#until(() => this.#isFetched(seq), ms);
  }

  async #until(holds: () => Promise<boolean>, ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (!this.#signal.aborted) {
      if (await holds()) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await this.#pause(Math.min(left, this.#timing.lookMs));
    }
    return false;
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

const isFinal = (error: unknown): boolean => error instanceof Error && 'code' in error && final.has(String(error.code));

const isDecided = (
  { sentAt, error, answeredAt }: { sentAt: number; error?: string | undefined; answeredAt?: number | undefined },
  graceMs: number,
): boolean => error !== undefined || answeredAt !== undefined || Date.now() - sentAt > graceMs;
