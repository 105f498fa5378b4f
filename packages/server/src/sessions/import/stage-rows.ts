import { keepContent } from '../../contents/keep-content.ts';
import { joined, Sql, sql, statement } from '../../storage/sql.ts';
import type { SqlValue, Storage, Transaction } from '../../storage/storage.ts';
import type { StagedRows, TableRows } from './staged-rows.ts';

/** A statement has this number of rows or a single one, so that the database prepares few different statements. */
const statementRows = 16;
/** A transaction ends at this size, so that others can write between two transactions. */
const transactionBytes = 256 * 1024;
const transactionRows = 400;

const text = (words: string): Sql => new Sql([words], []);

/** The keys of tables whose rows a later part of the log may replace. */
const replacedBy = new Map([
  ['task', 'session_id, id'],
  ['entity', 'session_id, kind, id'],
]);

const onConflict = (table: string, columns: readonly string[]): string => {
  const key = replacedBy.get(table);
  if (key === undefined) return 'on conflict do nothing';
  return `on conflict (${key}) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`;
};

export const insertRows = (
  tx: Transaction,
  sessionId: string,
  { table, columns, rows, after = '' }: TableRows & { table: string; after?: string },
): void => {
  const head = text(`insert into ${table} (session_id, ${columns.join(', ')}) values `);
  for (let at = 0; at < rows.length;) {
    const count = rows.length - at >= statementRows ? statementRows : 1;
    const values = rows.slice(at, at + count).map((row) => {
      const given = row.map((value) => sql`${value}`);
      return sql`(${sessionId}, ${joined(given, text(', '))})`;
    });
    tx.queueWrite(...statement(sql`${head}${joined(values, text(', '))} ${text(after)}`));
    at += count;
  }
};

type Step = (tx: Transaction) => void;

interface Write {
  bytes: number;
  rows: number;
  step: Step;
}

/** Stores the rows of a part of an export, in short transactions. No row is visible without the row of its session. */
export const stageRows = async (
  storage: Pick<Storage, 'write'>,
  sessionId: string,
  staged: StagedRows,
  renew: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  const store = (writes: readonly Write[]): Promise<void> =>
    storage.write(
      async (tx) => {
        await renew(tx);
        for (const { step } of writes) {
          step(tx);
          await tx.takeTurn();
        }
      },
      { concurrent: true, durable: false },
    );
  let writes: Write[] = [];
  let bytes = 0;
  let rows = 0;
  for (const write of writesOf(sessionId, staged)) {
    writes.push(write);
    bytes += write.bytes;
    rows += write.rows;
    if (bytes < transactionBytes && rows < transactionRows) continue;
    await store(writes);
    writes = [];
    bytes = rows = 0;
  }
  if (writes.length > 0) await store(writes);
};

function* writesOf(sessionId: string, { versions, tables }: StagedRows): Generator<Write> {
  // A version and its content are stored in one step, because a sweep releases a content once for each version.
  for (const { content, seq } of versions) {
    const step: Step = (tx) => {
      const { of, hash } = keepContent(tx, sessionId, content);
      const row = { seq, content_of: of, content_hash: hash };
      insertRows(tx, sessionId, { table: 'file_content', columns: Object.keys(row), rows: [Object.values(row)] });
    };
    yield { bytes: content.bytes, rows: 3, step };
  }
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    for (let at = 0; at < rows.length; at += statementRows) {
      const some = rows.slice(at, at + statementRows);
      const step: Step = (tx) => {
        insertRows(tx, sessionId, { table, columns, rows: some, after: onConflict(table, columns) });
      };
      yield { bytes: some.reduce((sum, row) => sum + sizeOf(row), 0), rows: some.length, step };
    }
  }
}

const sizeOf = (row: readonly SqlValue[]): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
