import { ServiceError } from '@pairspace/client';
import { inQuotes } from '@pairspace/protocol';
import type { Seat } from '../seats/seat-store.ts';
import type { AdapterRecord, ReachFiles } from './reach-files.ts';
import type { WakeAdapter } from './wake-adapter.ts';

interface Around {
  seat: Seat;
  files: ReachFiles;
  /** Called when the adapter begins to work or ceases to. */
  onChange: () => void;
}

export class AdapterLog {
  readonly adapter: WakeAdapter;
  readonly #around: Around;
  #record: AdapterRecord;

  /** `known` is the record of an earlier process, so that a restart offers nothing twice. */
  constructor(adapter: WakeAdapter, around: Around, known: AdapterRecord | undefined) {
    const { via, mode, rank, waitsForTurn = false } = adapter;
    const { offeredSeq = 0, offeredAt = 0 } = known ?? {};
    this.adapter = adapter;
    this.#around = around;
    this.#record = {
      ...{ via, mode, rank, waitsForTurn, pid: process.pid, programPid: process.ppid, offeredSeq, offeredAt },
      ...{ works: false, finding: 'not tested yet', checkedAt: new Date().toISOString() },
    };
  }

  get record(): Readonly<AdapterRecord> {
    return this.#record;
  }

  /** Tests the adapter and keeps the result. Never throws. */
  async test(signal: AbortSignal): Promise<void> {
    try {
      await this.note({ works: true, finding: await this.adapter.check(signal) });
    } catch (error) {
      await this.note({ works: false, finding: wordsOf(error) });
    }
  }

  async note(changes: Partial<AdapterRecord>): Promise<void> {
    const { seat, files, onChange } = this.#around;
    const { works } = this.#record;
    this.#record = { ...this.#record, checkedAt: new Date().toISOString(), ...changes };
    // A folder that cannot be written is no reason to leave the agent alone.
    await files.keepAdapter(seat, this.#record).catch(() => undefined);
    if (works !== this.#record.works) onChange();
  }

  /** Says that the adapter has ended with its process, unless another process has taken it up. */
  async forget(): Promise<void> {
    const { seat, files } = this.#around;
    const known = await files.adapter(seat, this.adapter.via);
    if (known && known.pid !== process.pid) return;
    await files.keepAdapter(seat, { ...this.#record, works: false, pid: 0 }).catch(() => undefined);
  }
}

/** Why something failed; the message of a service is quoted as its own words. */
export const wordsOf = (error: unknown): string => {
  if (error instanceof ServiceError) return `the service says ${inQuotes(error.message, 200)}`;
  return error instanceof Error ? error.message : String(error);
};
