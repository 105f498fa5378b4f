import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '../storage/storage.ts';
import { type AttemptRecord, recordAttempts } from './record-attempts.ts';

const retryMs = 1000;
/** The number of outcomes in a full batch, which is written at once. */
const fullBatch = 8;
/** The time for which a smaller batch waits for more outcomes. */
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
 * Writes outcomes in batches, many in one transaction. Written outcomes survive the end of the process but are not
 * synced: after a loss of power some deliveries are sent again. While storage accepts no writes, the recorder keeps the
 * outcomes and tries again.
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

  /** Resolves when the outcome is written, or when the recorder gives up because storage accepts no writes. */
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
