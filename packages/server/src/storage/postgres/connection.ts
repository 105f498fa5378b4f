import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, Query, type QueryResult } from 'pg';
import { type Queries, type SqlValue, UncertainCommit } from '../storage.ts';
import { ConnectionLost, translated } from './failure.ts';
import { type Statement, statementOf } from './statement.ts';

export type Send = (statement: Statement, values: readonly SqlValue[]) => Promise<QueryResult>;

export interface ConnectionOptions {
  /** `postgres://user:password@host:port/database` */
  url: string;
  /** The name in the database’s list of connections. */
  name?: string;
  /** The database stops a statement that runs longer; 0 for no limit. */
  statementTimeoutMs: number;
  /** The time after which the database ends an idle transaction: its process has stopped without a word. */
  idleTransactionMs?: number;
  /** For readers: the database itself refuses their writes. */
  isReadOnly?: boolean;
}

/** The longest wait for a connection, new or free. */
const connectTimeoutMs = 10_000;
/** The idle time before TCP keep-alive probes, which keep load balancers from dropping the connection. */
const keepAliveMs = 30_000;
/** How much later than the database a process gives up on a statement, in case the network has lost the answer. */
const answerGraceMs = 2000;

/**
 * Parsers by type id. Integers, and sums and averages of integers, become numbers, and truth values become 0 and 1, as
 * in SQLite. PostgreSQL writes bytes as `\x` and two digits for each byte.
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0),
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  ...Object.fromEntries([20, 21, 23, 700, 701, 1700].map((type) => [type, Number])),
};
const asText = (text: string): string => text;

const configOf = ({
  url,
  name = 'pairspace',
  statementTimeoutMs,
  idleTransactionMs = 10_000,
}: ConnectionOptions): ClientConfig => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
  statement_timeout: statementTimeoutMs,
  lock_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleTransactionMs,
  query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + answerGraceMs,
  types: { getTypeParser: (type: number) => parsers[type] ?? asText },
  pipeline: true,
});

/** Refuses a standby. JIT compilation is off, because it takes longer than any statement of the service. */
const prepare = async (client: ClientBase, { isReadOnly }: ConnectionOptions): Promise<void> => {
  // The statement that fails says so; without a listener the process would end.
  client.on('error', () => undefined);
  const { rows } = await client.query<{ standby: number }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby === 1) throw new Error('the server is a standby');
  await client.query(`set jit to off; set default_transaction_read_only to ${isReadOnly ? 'on' : 'off'}`);
};

/** Opens a connection that belongs to the caller until its end. */
export const connect = async (options: ConnectionOptions): Promise<Client> => {
  const client = new Client(configOf(options));
  try {
    await client.connect();
    await prepare(client, options);
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw translated(error);
  }
};

/** Connections that belong to one read or one transaction at a time. */
export const openPool = (options: ConnectionOptions, most: number): Pool => {
  const pool = new Pool({
    ...configOf(options),
    max: Math.max(1, most),
    idleTimeoutMillis: 0,
    // The pool awaits the promise, which its types do not mention.
    onConnect: (client): unknown => prepare(client, options),
  });
  // An idle connection that breaks is replaced at the next need.
  return pool.on('error', () => undefined);
};

export const take = (pool: Pool): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw translated(error);
  });

/**
 * A connection that ended while it was idle fails within this time when it is used. Only then is another one worth a
 * try: after a later failure the caller has waited enough.
 */
const staleWithinMs = 1000;

/** Lends a connection of the pool to `use`, and another one if the first had ended. `use` must have had no effect then. */
export const withConnection = async <T>(
  pool: Pool,
  use: (client: PoolClient) => Promise<T>,
  onRetry: () => void = () => undefined,
): Promise<T> => {
  let endsAt: number | undefined;
  for (;;) {
    const client = await take(pool);
    endsAt ??= performance.now() + staleWithinMs;
    let failure: unknown;
    try {
      return await use(client);
    } catch (error) {
      failure = error;
    } finally {
      client.release(failure instanceof ConnectionLost || failure instanceof UncertainCommit);
    }
    if (!(failure instanceof ConnectionLost) || performance.now() >= endsAt) throw failure;
    onRetry();
  }
};

/** Sends the statements of a turn of the event loop in one packet: a packet costs more than a small statement. */
export const sendOn = (client: Client): Send => {
  const { stream } = client.connection;
  return (statement, values) => {
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => {
        stream.uncork();
      });
    }
    return new Promise((resolve, reject) => {
      // The query is made here, because the driver would copy a description of it, which takes longer.
      const query = new Query(statement.text, [...values], (error, result) => {
        if (error) reject(translated(error));
        else resolve(result as QueryResult);
      });
      client.query(Object.assign(query, { name: statement.name }));
    });
  };
};

/** Sends reads. A connection takes all reads of a turn of the event loop: to wake it costs more than a small read. */
export const readsOn = (pool: Pool): Send => {
  let waiting: { sent: Parameters<Send>; answer: PromiseWithResolvers<QueryResult> }[] = [];
  const sendAll = async (): Promise<void> => {
    const reads = waiting;
    waiting = [];
    const sendOver = async (client: Client): Promise<void> => {
      const send = sendOn(client);
      const answers = reads.map(({ sent, answer }) =>
        send(...sent).then(answer.resolve, (error: unknown) => {
          if (error instanceof ConnectionLost) throw error;
          answer.reject(error);
        }),
      );
      await Promise.all(answers);
    };
    await withConnection(pool, sendOver).catch((error: unknown) => {
      for (const { answer } of reads) answer.reject(error);
    });
  };
  return (...sent) => {
    const answer = Promise.withResolvers<QueryResult>();
    if (waiting.push({ sent, answer }) === 1) setImmediate(() => void sendAll());
    return answer.promise;
  };
};

export const queriesOf = (send: Send): Queries => {
  const rowsOf = async <Row>(strings: TemplateStringsArray, values: readonly SqlValue[]): Promise<Row[]> =>
    (await send(statementOf(strings), values)).rows as Row[];
  return {
    all: (strings, ...values) => rowsOf(strings, values),
    get: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => (await rowsOf<Row>(strings, values))[0],
  };
};
