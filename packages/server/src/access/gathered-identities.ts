import { ServiceError } from '@pairspace/protocol';
import { invariant } from '../lib/invariant.ts';
import type { Queries } from '../storage/storage.ts';
import { type FindIdentity, findIdentityIn, type IdentityRow } from './identity-row.ts';

/** How many questions one statement takes. */
const width = 8;
/** A question waits no longer for the answer to an earlier one, which may stand behind a slow query. */
const patienceMs = 5;

interface Question {
  hash: string | undefined;
  sessionId: string | undefined;
  resolve: (row: IdentityRow) => void;
  reject: (error: unknown) => void;
}

/**
 * Finds identities in a database to which every query is a message. A question is asked at once where no other waits for
 * its answer; those that come meanwhile are asked together. So a busy node sends one query for several requests, and each
 * still sees what was committed before it came.
 */
export class GatheredIdentities {
  readonly #db: Queries;
  readonly #findOne: FindIdentity;
  readonly #waiting: Question[] = [];
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Queries) {
    this.#db = db;
    this.#findOne = findIdentityIn(db);
  }

  readonly find: FindIdentity = (hash, sessionId) => {
    const { promise, resolve, reject } = Promise.withResolvers<IdentityRow>();
    this.#waiting.push({ hash, sessionId, resolve, reject });
    if (this.#unanswered === 0) this.#askAll();
    else {
      this.#timer ??= setTimeout(() => {
        this.#askAll();
      }, patienceMs);
    }
    return promise;
  };

  #askAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) void this.#ask(this.#waiting.splice(0, width));
  }

  async #ask(questions: readonly Question[]): Promise<void> {
    this.#unanswered++;
    try {
      const rows = await this.#findAll(questions);
      for (const [place, { resolve }] of questions.entries()) {
        const row = rows[place];
        invariant(row, 'left joins answer one row for each question');
        resolve(row);
      }
    } catch (error) {
      // A single question may cause the failure of all. If the database is away, asking again would only double the
      // wait.
      const mayBeOfOne = questions.length > 1 && !(error instanceof ServiceError);
      for (const { hash, sessionId, resolve, reject } of questions) {
        if (mayBeOfOne) this.#findOne(hash, sessionId).then(resolve, reject);
        else reject(error);
      }
    } finally {
      this.#unanswered--;
      this.#askAll();
    }
  }

  async #findAll(questions: readonly Question[]): Promise<IdentityRow[]> {
    const [only, another] = questions;
    if (only && !another) return [await this.#findOne(only.hash, only.sessionId)];
    const hash = (place: number): string | null => questions[place]?.hash ?? null;
    const id = (place: number): string | null => questions[place]?.sessionId ?? null;
    // Always of one width, so that each connection prepares it once.
    return this.#db.all<IdentityRow>`
      select token.session_id, role, holder_id, holder_name, issued_to_creator, invited,
        session.id, status, visibility, last_seq, last_hash, stored_bytes
      from (
        values (0, ${hash(0)}, ${id(0)}), (1, ${hash(1)}, ${id(1)}), (2, ${hash(2)}, ${id(2)}), (3, ${hash(3)}, ${id(3)}),
          (4, ${hash(4)}, ${id(4)}), (5, ${hash(5)}, ${id(5)}), (6, ${hash(6)}, ${id(6)}), (7, ${hash(7)}, ${id(7)})
      ) question
      left join token on token.hash = column2
      left join session on session.id = column3
      where column1 < ${questions.length}
      order by column1
    `;
  }
}
