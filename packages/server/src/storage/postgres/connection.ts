import { Socket } from 'node:net';
import { Client, type ClientConfig, DatabaseError, Query, type QueryResult } from 'pg';
import type { SqlValue } from '../storage.ts';
import { ConnectionLost, lossAfter } from './failure.ts';
import type { Statement } from './statement.ts';

export interface ConnectionOptions {
  url: string;
  /** The name in the database’s list of connections. */
  name: string;
  /** The database stops a statement that runs longer; 0 for no limit. */
  statementTimeoutMs: number;
  /** The time after which the database ends an idle transaction. */
  idleTransactionMs?: number;
  /** For readers: the database itself refuses their writes. */
  readOnly?: boolean;
}

const connectTimeoutMs = 3000;
/** The idle time before TCP keep-alive probes, which keep load balancers from dropping the connection. */
const keepAliveMs = 30_000;
/**
 * The usual limit for an idle transaction. A longer idle time means that the process has stopped without closing the
 * connection.
 */
const usualIdleTransactionMs = 10_000;
/** How much later than the database a process gives up on a statement, in case the network has lost the answer. */
const answerGraceMs = 2000;

/** JIT compilation is off, because it takes longer than any statement of the service. */
const settings = 'set jit to off;';
const readOnly = 'set default_transaction_read_only to on';

const asNumber = Number;
const asTruth = (text: string): number => (text === 't' ? 1 : 0);
const asText = (text: string): string => text;
/** PostgreSQL writes bytes as `\x` and two digits for each byte. */
const asBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/**
 * Parsers by type id. Integers, and sums and averages of integers, become numbers, and truth values become 0 and 1, as
 * in SQLite.
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: asTruth,
  17: asBytes,
  20: asNumber,
  21: asNumber,
  23: asNumber,
  700: asNumber,
  701: asNumber,
  1700: asNumber,
};

/** A connection. Statements are sent at once, without waiting for earlier answers. */
export class Connection {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #onBroken: (connection: Connection) => void;
  #broken = false;
  #inFlight = 0;
  #isGathering = false;

  private constructor(client: Client, socket: Socket, onBroken: (connection: Connection) => void) {
    this.#client = client;
    this.#socket = socket;
    this.#onBroken = onBroken;
    const breakOff = (): void => {
      this.#breakOff();
    };
    client.on('error', breakOff);
    client.on('end', breakOff);
  }

  static async open(options: ConnectionOptions, onBroken: (connection: Connection) => void): Promise<Connection> {
    const socket = new Socket();
    const config: ClientConfig = {
      stream: () => socket,
      connectionString: options.url,
      application_name: options.name,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      statement_timeout: options.statementTimeoutMs,
      lock_timeout: options.statementTimeoutMs,
      idle_in_transaction_session_timeout: options.idleTransactionMs ?? usualIdleTransactionMs,
      query_timeout: options.statementTimeoutMs === 0 ? 0 : options.statementTimeoutMs + answerGraceMs,
      types: { getTypeParser: (oid: number) => parsers[oid] ?? asText },
      pipeline: true,
    };
    const client = new Client(config);
    const connection = new Connection(client, socket, onBroken);
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: number }>('select pg_is_in_recovery() as standby');
      if (rows[0]?.standby === 1) throw new Error('the server is a standby');
      await client.query(settings + (options.readOnly ? readOnly : ''));
    } catch (cause) {
      connection.#broken = true;
      void client.end().catch(() => undefined);
      throw cause instanceof DatabaseError
        ? cause
        : new ConnectionLost(`PostgreSQL cannot be reached: ${(cause as Error).message}`, { cause });
    }
    return connection;
  }

  get isBroken(): boolean {
    return this.#broken;
  }

  /** The number of statements that are not answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  query(statement: Statement, values: readonly SqlValue[]): Promise<QueryResult> {
    return this.#send(statement, values);
  }

  /** Runs statements without values, given as one text. */
  execute(text: string): Promise<QueryResult> {
    return this.#send({ text });
  }

  #send({ text, name }: Statement, values?: readonly SqlValue[]): Promise<QueryResult> {
    this.#inFlight++;
    this.#gather();
    return new Promise((resolve, reject) => {
      const onAnswer = (cause: Error | null | undefined, result: QueryResult): void => {
        this.#inFlight--;
        if (!cause) {
          resolve(result);
          return;
        }
        const loss = lossAfter(cause);
        if (loss) {
          this.#breakOff();
          void this.close();
          reject(loss);
        } else reject(cause instanceof DatabaseError ? cause : new ConnectionLost('the connection is lost', { cause }));
      };
      // The query object is made here. The driver would copy each member of a description with its property descriptor,
      // which is slower.
      this.#client.query(Object.assign(new Query(text, values as SqlValue[] | undefined, onAnswer), { name }));
    });
  }

  /**
   * Sends the statements of one turn of the event loop in a single write to the socket, where the driver would make a
   * write for each. A connection with TLS still has a write for each statement.
   */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#socket.cork();
    setImmediate(() => {
      this.#isGathering = false;
      this.#socket.uncork();
    });
  }

  #breakOff(): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#onBroken(this);
  }

  async close(): Promise<void> {
    this.#broken = true;
    await this.#client.end().catch(() => undefined);
  }
}
