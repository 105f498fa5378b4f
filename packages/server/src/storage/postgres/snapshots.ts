import type { Queries } from '../storage.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { failureOf, unavailable } from './failure.ts';
import { queriesOf } from './queries.ts';

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
    try {
      // The first query of a transaction fixes its snapshot.
      await connection.execute('begin isolation level repeatable read read only; select 1').catch(refuse);
      return await work(queriesOf({ query: (...sent) => connection.query(...sent).catch(refuse) }));
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
