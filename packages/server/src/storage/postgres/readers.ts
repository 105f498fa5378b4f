import type { QueryResult } from 'pg';
import type { Queries, SqlValue } from '../storage.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { ConnectionLost, failureOf, OutdatedPlan, unavailable } from './failure.ts';
import { queriesOf } from './queries.ts';
import type { Statement } from './statement.ts';

/** After a connection could not be opened, nobody tries again for this long. */
const retryPauseMs = 250;

/** Connections that all reads share: each read is sent at once, on the one with the fewest answers outstanding. */
export class Readers {
  readonly #slots: Slot[];
  readonly queries: Queries = queriesOf({ query: (statement, values) => this.#read(statement, values) });

  constructor(options: ConnectionOptions, size: number) {
    this.#slots = Array.from({ length: size }, () => new Slot(options));
  }

  async #read(statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        const slot = this.#slots.reduce((least, other) => (other.load < least.load ? other : least));
        return await slot.query(statement, values);
      } catch (error) {
        // The connection may have ended while it was idle. A second attempt tells whether the database can be reached.
        if (error instanceof ConnectionLost && (attempt === 1 || error instanceof OutdatedPlan)) continue;
        throw failureOf(error) === 'own' ? error : unavailable(error);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }
}

class Slot {
  readonly #options: ConnectionOptions;
  #connection: Promise<Connection> | undefined;
  load = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  async query(statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    this.load++;
    try {
      return await (await this.#connected()).query(statement, values);
    } finally {
      this.load--;
    }
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#open();
    return this.#connection;
  }

  #open(): Promise<Connection> {
    const opening = Connection.open(this.#options, () => {
      if (this.#connection === opening) this.#connection = undefined;
    });
    opening.catch(() => {
      setTimeout(() => {
        if (this.#connection === opening) this.#connection = undefined;
      }, retryPauseMs).unref();
    });
    return opening;
  }

  async close(): Promise<void> {
    await (await this.#connection?.catch(() => undefined))?.close();
  }
}
