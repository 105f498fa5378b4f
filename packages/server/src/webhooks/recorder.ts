import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '../storage/storage.ts';
import { type AttemptRecord, recordAttempts } from './record-attempts.ts';

const retryMs = 1000;
/** The size of a full batch; a smaller batch waits this long for more outcomes. */
const fullBatch = 8;
const lingerMs = 5;

interface QueuedRecord {
  record: AttemptRecord;
  done: () => void;
}

interface RecorderOptions {
  storage: Storage;
  onError: (error: unknown) => void;
  giveUp: AbortSignal;
}

/**
 * Writes outcomes in batches, many in one transaction. They survive the end of the process but are not synced: after a
 * loss of power some deliveries are sent again. While storage accepts no writes, outcomes are kept and tried again.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  #waiting: QueuedRecord[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isDraining = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Resolves when the outcome is written, or when storage accepted no writes until the end. */
  record(record: AttemptRecord): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ record, done: resolve });
    if (this.#waiting.length >= fullBatch) this.flush();
    else {
      this.#timer ??= setTimeout(() => {
        this.flush();
      }, lingerMs);
    }
    return promise;
  }

  /** Writes what there is now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = true;
    if (!this.#isDraining) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    while (this.#isDue) {
      this.#isDue = false;
      const batch = this.#waiting;
      this.#waiting = [];
      if (batch.length > 0) await this.#write(batch.map(({ record }) => record));
      for (const { done } of batch) done();
    }
    // The flag is reset in the same turn as the last check of `#isDue`, so a later flush starts again.
    this.#isDraining = false;
  }

  async #write(records: readonly AttemptRecord[]): Promise<void> {
    const { storage, onError, giveUp } = this.#options;
    do {
      try {
        await storage.write((tx) => recordAttempts(tx, records), { durable: false, concurrent: true });
        return;
      } catch (error) {
        onError(error);
        await pause(retryMs, undefined, { signal: giveUp }).catch(() => undefined);
      }
    } while (!giveUp.aborted);
  }
}
