import { ServiceError } from '@pairspace/client';
import { inQuotes } from '@pairspace/protocol';
import type { Seat } from '../seats/seat-store.ts';
import type { AdapterRecord, ReachFiles } from './reach-files.ts';
import type { WakeAdapter } from './wake-adapter.ts';

/** Keeps the record of one adapter of this process for one seat. */
export class AdapterLog {
  readonly adapter: WakeAdapter;
  readonly #seat: Seat;
  readonly #files: ReachFiles;
  readonly #onChange: () => void;
  #record: AdapterRecord;

  private constructor(
    adapter: WakeAdapter,
    { seat, files, onChange }: { seat: Seat; files: ReachFiles; onChange: () => void },
    record: AdapterRecord,
  ) {
    this.adapter = adapter;
    this.#seat = seat;
    this.#files = files;
    this.#onChange = onChange;
    this.#record = record;
  }

  /** Takes up what an earlier process has offered, so that a restart offers nothing twice. */
  static async open(
    adapter: WakeAdapter,
    around: { seat: Seat; files: ReachFiles; onChange: () => void },
  ): Promise<AdapterLog> {
    const { via, mode, rank, waitsForTurn = false } = adapter;
    const known = await around.files.adapter(around.seat, via);
    const { offeredSeq = 0, offeredAt = 0 } = known ?? {};
    const fresh = { works: false, finding: 'not tested yet', checkedAt: new Date().toISOString() };
    const own = { via, mode, rank, waitsForTurn, pid: process.pid, programPid: process.ppid };
    return new AdapterLog(adapter, around, { ...own, ...fresh, offeredSeq, offeredAt });
  }

  get record(): Readonly<AdapterRecord> {
    return this.#record;
  }

  /** Tests the adapter and keeps the result. Never throws. */
  async test(signal: AbortSignal): Promise<boolean> {
    try {
      await this.note({ works: true, finding: await this.adapter.check(signal) });
    } catch (error) {
      await this.note({ works: false, finding: wordsOf(error) });
    }
    return this.#record.works;
  }

  async note(changes: Partial<AdapterRecord>): Promise<void> {
    const { works } = this.#record;
    this.#record = { ...this.#record, checkedAt: new Date().toISOString(), ...changes };
    // A folder that cannot be written is no reason to leave the agent alone.
    await this.#files.keepAdapter(this.#seat, this.#record).catch(() => undefined);
    if (works !== this.#record.works) this.#onChange();
  }

  /** Says that the adapter has ended with its process, unless another process has taken it up. */
  async forget(): Promise<void> {
    const known = await this.#files.adapter(this.#seat, this.adapter.via);
    if (known && known.pid !== process.pid) return;
    await this.#files.keepAdapter(this.#seat, { ...this.#record, works: false, pid: 0 }).catch(() => undefined);
  }
}

/** Why something failed; the message of a service is quoted as its own words. */
export const wordsOf = (error: unknown): string => {
  if (error instanceof ServiceError) return `the service says ${inQuotes(error.message, 200)}`;
  return error instanceof Error ? error.message : String(error);
};
