import type { QueryResult } from 'pg';
import type { SqlValue } from '../storage.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { Statement } from './statement.ts';

/** After a connection could not be opened, nobody tries again for this long. */
const retryPauseMs = 250;

/** A connection that opens at its first use, and again at the first use after a loss. */
export class LastingConnection implements AsyncDisposable {
  readonly #options: ConnectionOptions;
  readonly #prepare: ((connection: Connection) => Promise<void>) | undefined;
  #connection: Promise<Connection> | undefined;

  /** `prepare` runs on each new connection before its first use. */
  constructor(options: ConnectionOptions, prepare?: (connection: Connection) => Promise<void>) {
    this.#options = options;
    this.#prepare = prepare;
  }

  async query(statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    return (await this.opened()).query(statement, values);
  }

  /** Returns the connection of the moment, for statements that belong together. */
  opened(): Promise<Connection> {
    this.#connection ??= this.#open();
    return this.#connection;
  }

  #open(): Promise<Connection> {
    const opening = this.#openPrepared(() => {
      if (this.#connection === opening) this.#connection = undefined;
    });
    opening.catch(() => {
      setTimeout(() => {
        if (this.#connection === opening) this.#connection = undefined;
      }, retryPauseMs).unref();
    });
    return opening;
  }

  async #openPrepared(onBroken: () => void): Promise<Connection> {
    const connection = await Connection.open(this.#options, onBroken);
    try {
      await this.#prepare?.(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#connection?.catch(() => undefined))?.close();
  }
}
