import type { QueryResult } from 'pg';
import type { Queries, SqlValue } from '../storage.ts';
import type { ConnectionOptions } from './connection.ts';
import { ConnectionLost, failureOf, OutdatedPlan, unavailable } from './failure.ts';
import { LastingConnection } from './lasting-connection.ts';
import { queriesOf } from './queries.ts';
import type { Statement } from './statement.ts';

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
  readonly #connection: LastingConnection;
  load = 0;

  constructor(options: ConnectionOptions) {
    this.#connection = new LastingConnection(options);
  }

  async query(statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    this.load++;
    try {
      return await this.#connection.query(statement, values);
    } finally {
      this.load--;
    }
  }

  close(): Promise<void> {
    return this.#connection[Symbol.asyncDispose]();
  }
}
