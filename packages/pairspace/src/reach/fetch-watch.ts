import type { Client } from '@pairspace/client';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seat } from '../seats/seat-store.ts';
import type { ReachFiles } from './reach-files.ts';

export interface WakerTiming {
  /** Entries within this time share one pointer. */
  collectMs: number;
  /** How long an agent has to fetch what it was woken for, before the next adapter tries. */
  graceMs: number;
  /** The interval at which a wait looks for the agent's own fetch. */
  lookMs: number;
  /** The time after which the pointer of an adapter that waits for the end of a turn counts as lost. */
  lostMs: number;
  heartbeatMs: number;
  /** The interval at which a process looks for a test that `pairspace doctor` requested. */
  canaryMs: number;
}

export interface Watched {
  seat: Seat;
  client: Client;
  files: ReachFiles;
  signal: AbortSignal;
  timing: WakerTiming;
}

export class FetchWatch {
  readonly around: Watched;

  constructor(around: Watched) {
    this.around = around;
  }

  /** Whether the agent's own client has fetched everything up to a number: from this machine, or by its position. */
  async isFetched(seq: number): Promise<boolean> {
    const { seat, client, files, signal } = this.around;
    if ((await files.fetched(seat)).seq >= seq) return true;
    const query = { sessionId: seat.sessionId, since: seq, limit: 1 };
    return client.readInbox(query, { signal }).then(
      ({ readSeq }) => readSeq >= seq,
      () => false,
    );
  }

  untilFetched(seq: number, ms: number): Promise<boolean> {
    return this.until(() => this.isFetched(seq), ms);
  }

  /** Polls until a condition holds. False if it does not hold within the time, or the signal aborts. */
  async until(holds: () => Promise<boolean>, ms: number): Promise<boolean> {
    const { signal, timing } = this.around;
    const deadline = performance.now() + ms;
    while (!signal.aborted) {
      if (await holds()) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await this.pause(Math.min(left, timing.lookMs));
    }
    return false;
  }

  async pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.around.signal }).catch(() => undefined);
  }
}
