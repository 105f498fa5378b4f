import { conflict, ServiceError } from '@pairspace/protocol';
import { whyNoRoom } from '../../access/capacity.ts';
import { newId } from '../../lib/ids.ts';
import type { Capacity, Storage, Transaction } from '../../storage/storage.ts';
import type { SessionDeletion } from '../session-deletion.ts';
import type { ReadPart } from './read-export.ts';
import { stageRows } from './stage-rows.ts';

/** How long an import waits until a deleted session of the same id is swept. */
const sweepMs = 30_000;

type Read = Exclude<ReadPart, { refused: unknown }>;

export interface StagingParts {
  storage: Storage;
  capacity: Capacity;
  deletion: SessionDeletion;
  importClaimMs: number;
}

/** The claim of an import on the id of its session, and what it has stored under it. */
export class Staging implements AsyncDisposable {
  readonly #parts: StagingParts;
  readonly #claim = newId('imp', Date.now());
  #sessionId: string | undefined;
  #storedBytes = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(parts: StagingParts) {
    this.#parts = parts;
  }

  /** Begins to store a part when the one before is stored. Throws if that one failed. */
  async begin(answer: Read): Promise<void> {
    await this.done();
    this.#storing = this.#store(answer);
    this.#storing.catch(() => undefined);
  }

  /** Throws if the last part could not be stored. */
  done(): Promise<void> {
    return this.#storing;
  }

  async #store({ sessionId, rows }: Read): Promise<void> {
    const { storage, capacity } = this.#parts;
    if (sessionId === undefined) return;
    if (this.#sessionId === undefined) await this.#take(sessionId);
    this.#storedBytes = rows.storedBytes;
    const refusal = whyNoRoom({ capacity }, 0, this.#storedBytes);
    if (refusal) throw refusal;
    await stageRows(storage, sessionId, rows, (tx) => this.#renew(tx, sessionId));
  }

  /** Runs the last transaction of the import. */
  async finish<T>(tx: Transaction, work: (storedBytes: number) => Promise<T>): Promise<T> {
    const sessionId = this.#sessionId ?? '';
    const claims = await tx.run`
      delete from session_import where session_id = ${sessionId} and claim = ${this.#claim}
    `;
    if (claims === 0) throw claimLost();
    return work(this.#storedBytes);
  }

  /** Claims the id. A deleted session of this id is swept first; a session, or another import, of this id throws. */
  async #take(sessionId: string): Promise<void> {
    const { storage, deletion, importClaimMs } = this.#parts;
    const giveUpAt = performance.now() + sweepMs;
    for (;;) {
      const taken = await storage.write(async (tx) => {
        const here = await tx.get`select 1 as here from session where id = ${sessionId}`;
        if (here) throw exists('A session with this id is here already.');
        const swept = await tx.get`select 1 as here from deletion where session_id = ${sessionId}`;
        if (swept) return false;
        const claims = await tx.run`
          insert into session_import (session_id, claim, alive_until) values (${sessionId}, ${this.#claim}, ${tx.now + importClaimMs})
          on conflict (session_id) do nothing
        `;
        if (claims === 0) throw exists('A session with this id is just being imported.');
        return true;
      });
      if (taken) break;
      if (performance.now() > giveUpAt) throw exists('The session with this id is just being deleted.');
      await storage.write((tx) => deletion.sweep(tx), { concurrent: true });
      storage.noteDeletion();
    }
    this.#sessionId = sessionId;
  }

  /** Renews the claim. An import that has lost its claim stores nothing more, because nobody would sweep the rows. */
  async #renew(tx: Transaction, sessionId: string): Promise<void> {
    const aliveUntil = tx.now + this.#parts.importClaimMs;
    const claims = await tx.run`
      update session_import set alive_until = ${aliveUntil} where session_id = ${sessionId} and claim = ${this.#claim}
    `;
    if (claims === 0) throw claimLost();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#storing.catch(() => undefined);
    const sessionId = this.#sessionId;
    if (sessionId === undefined) return;
    await this.#parts.storage.write((tx) => giveUp(tx, sessionId, this.#claim));
  }
}

const claimLost = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'The import was taken for one that had stopped. Nothing was stored. Try again.');

const exists = (message: string): ServiceError => conflict('session_exists', message);

/** Leaves what an import has stored to the sweep of deleted sessions. */
const giveUp = async (tx: Transaction, sessionId: string, claim: string): Promise<void> => {
  const claims = await tx.run`delete from session_import where session_id = ${sessionId} and claim = ${claim}`;
  if (claims > 0) await tx.run`insert into deletion (session_id) values (${sessionId}) on conflict do nothing`;
};

/** Gives up one import that a stopped process has left behind. Returns whether there may be more. */
export const giveUpAbandoned = async (tx: Transaction): Promise<boolean> => {
  const [left] = await tx.lockAvailable<{ session_id: string; claim: string }>`
    select session_id, claim from session_import where alive_until < ${tx.now} limit 1
  `;
  if (!left) return false;
  await giveUp(tx, left.session_id, left.claim);
  return true;
};
