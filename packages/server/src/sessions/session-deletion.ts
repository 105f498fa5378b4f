import { ServiceError } from '@pairspace/protocol';
import { forgetSession } from '../agent-statistics/reconcile.ts';
import type { ContentRef } from '../contents/keep-content.ts';
import { releaseContents } from '../contents/release-contents.ts';
import { inboxTopic, tasksTopic } from '../events/topics.ts';
import type { SessionTable } from '../storage/session-table.ts';
import { joined, Sql, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';

/** The processor time after which a sweep ends, because its commit writes all its changes at once. */
const sweepMicroseconds = 10_000;
/** The number of rows in one statement of a sweep, which bounds how long it blocks others. */
const statementRows = 500;
/** The number of rows as large as a note or a file, which is smaller because each of their pages is overwritten. */
const statementLargeRows = 4;

/** Deletes sessions with the data of each slice. */
export class SessionDeletion {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  readonly #later: readonly Required<Pick<SessionTable, 'name' | 'later'>>[];

  constructor(tables: readonly SessionTable[]) {
    const namesAt = (atOnce: SessionTable['atOnce']): string[] =>
      tables.filter((table) => table.atOnce === atOnce).map(({ name }) => name);
    this.#before = namesAt('before the session');
    this.#after = namesAt('after the session');
    this.#later = tables.flatMap(({ name, later }) => (later ? [{ name, later }] : []));
  }

  /**
   * Deletes a session. The session, its seats, observers and tokens, and some data of the slices are removed at once,
   * so that it can no longer be reached. `sweep` removes the rest in small steps, which continue after a restart. An
   * unknown session is `NOT_FOUND`.
   */
  async delete(tx: Transaction, id: string): Promise<{ id: string; deleted: true }> {
    // Rows before the session, because every transaction locks them in this order; otherwise two could deadlock.
    for (const name of this.#before) await deleteRows(tx, name, id);
    const sessions = await tx.run`delete from session where id = ${id}`;
    if (sessions === 0) throw new ServiceError('NOT_FOUND', 'There is no such session.');
    await forgetSession(tx, id);
    await tx.takeTurn();
    const seats = await tx.all<{ agentId: string }>`
      delete from seat where session_id = ${id} returning agent_id as "agentId"
    `;
    for (const name of this.#after) {
      await tx.takeTurn();
      await deleteRows(tx, name, id);
    }
    await tx.run`insert into deletion (session_id) values (${id})`;
    tx.notify(id);
    for (const { agentId } of seats) tx.notify(inboxTopic(id, agentId));
    tx.notify(tasksTopic(id));
    return { id, deleted: true };
  }

  /** Removes some data of deleted sessions, for a few milliseconds; returns whether there may be more. */
  async sweep(tx: Transaction): Promise<boolean> {
    const [next] = await tx.lockAvailable<{ id: string }>`select session_id as id from deletion limit 1`;
    if (!next) return false;
    let removed = 0;
    let usedMicroseconds = 0;
    for (const table of this.#later) {
      for (let rows = 1; rows > 0; removed += rows) {
        if (removed > 0 && usedMicroseconds >= sweepMicroseconds) return true;
        await tx.takeTurn();
        // The limit is processor time, because on a busy machine a limit on elapsed time would prevent any progress.
        const before = process.threadCpuUsage();
        const step = await deleteSome(tx, table, next.id);
        await releaseContents(tx, step.released);
        const { user, system } = process.threadCpuUsage(before);
        usedMicroseconds += user + system;
        rows = step.rows;
      }
    }
    if (removed === 0) await tx.run`delete from deletion where session_id = ${next.id}`;
    return true;
  }
}

const identifier = (name: string): Sql => new Sql([name], []);
const list = (names: readonly string[]): Sql => joined(names.map(identifier), sql`, `);

const deleteRows = (tx: Transaction, table: string, id: string): Promise<number> =>
  tx.run(...statement(sql`delete from ${identifier(table)} where session_id = ${id}`));

const deleteSome = async (
  tx: Transaction,
  { name, later }: Required<Pick<SessionTable, 'name' | 'later'>>,
  id: string,
): Promise<{ rows: number; released: ContentRef[] }> => {
  const { key, isLarge, refersToContents } = later;
  if (key.length === 0) return { rows: await deleteRows(tx, name, id), released: [] };
  const columns = list(key);
  const table = identifier(name);
  const some = sql`delete from ${table} where session_id = ${id} and (${columns}) in
    (select ${columns} from ${table} where session_id = ${id} order by ${columns}
      limit 0 + ${isLarge ? statementLargeRows : statementRows})`;
  if (!refersToContents) return { rows: await tx.run(...statement(some)), released: [] };
  const uses = await tx.all<{ of: string | null; hash: string }>(
    ...statement(sql`${some} returning content_of as "of", content_hash as hash`),
  );
  const released = uses.flatMap(({ of, hash }) => (of === null ? [] : [{ of, hash }]));
  return { rows: uses.length, released };
};
