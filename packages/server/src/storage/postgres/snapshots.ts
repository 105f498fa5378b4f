import type { Queries, SqlValue } from '../storage.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { failureOf, unavailable } from './failure.ts';
import { statementOf } from './statement.ts';

/** The longest pause between two queries of a snapshot, whose pace is that of the client that downloads it. */
const idleTransactionMs = 120_000;

/** Long read transactions. Each has a connection of its own, so that nobody waits for a connection because of them. */
export class Snapshots {
  readonly #options: ConnectionOptions;
  readonly #open = new Set<Connection>();

  constructor(options: ConnectionOptions) {
    this.#options = { ...options, idleTransactionMs };
  }

  async read<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    const connection = await Connection.open(this.#options, () => undefined).catch(refuse);
    this.#open.add(connection);
    const rowsOf = async <Row>(strings: TemplateStringsArray, values: readonly SqlValue[]): Promise<Row[]> =>
      (await connection.query(statementOf(strings), values).catch(refuse)).rows as Row[];
    try {
      // The first query of a transaction fixes its snapshot.
      await connection.execute('begin isolation level repeatable read read only; select 1').catch(refuse);
      return await work({
        all: (strings, ...values) => rowsOf(strings, values),
        get: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
          (await rowsOf<Row>(strings, values))[0],
        run: () => Promise.reject(new Error('a write in a snapshot')),
      });
    } finally {
      await this.#close(connection);
    }
  }

  /** Ends the snapshots that are still open; their next query fails. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((connection) => this.#close(connection)));
  }

  async #close(connection: Connection): Promise<void> {
    if (this.#open.delete(connection)) await connection.close();
  }
}

const refuse = (error: unknown): never => {
  throw failureOf(error) === 'own' ? error : unavailable(error);
};
