import { ServiceError } from '@pairspace/protocol';
import { DatabaseError } from 'pg';

/** The connection is gone, or was never made. */
export class ConnectionLost extends Error {}

/** No connection became free in time. */
export class PoolExhausted extends Error {}

/** The connection was ended because it keeps a statement prepared for a table that has changed since. */
export class OutdatedPlan extends ConnectionLost {}

/** The SQLSTATE of a write to a standby, or to a server that is set to read-only. */
const readOnlyServer = '25006';

/**
 * Returns an error if the connection must be closed after the failure of a statement: if its prepared statement is
 * outdated by a migration, or if the server no longer accepts writes.
 */
export const lossAfter = (cause: Error): ConnectionLost | undefined => {
  if (!(cause instanceof DatabaseError)) return undefined;
  if (cause.code === readOnlyServer) return new ConnectionLost('the server accepts no writes', { cause });
  if (cause.code !== '0A000' || !cause.message.includes('cached plan')) return undefined;
  return new OutdatedPlan('a table has changed since this connection prepared a statement', { cause });
};

/**
 * The meaning of an error. `again`: the database rolled the transaction back to resolve a conflict, and it works when
 * it is repeated. `away`: the database cannot serve now. `busy`: the wait for the database took too long (NET-33).
 * `own`: the statement or the work itself is at fault.
 */
export type Failure = 'again' | 'away' | 'busy' | 'own';

/** 40001: not serialisable any more; 40P01: a deadlock. CockroachDB and YugabyteDB use the same codes. */
const again = new Set(['40001', '40P01']);

/**
 * 08: connections; 28: authorisation; 3D: no such database; 57: intervention of an operator; 58: the system; 25006: a
 * standby that takes no writes; 25P03: a transaction was idle for too long.
 */
const away = /^(?:08|28|3D|57|58)|^(?:25006|25P03)$/;

/** 53: resources; 57014: a statement took too long; 55P03: the wait for a lock took too long. */
const busy = /^53|^(?:57014|55P03)$/;

export const failureOf = (error: unknown): Failure => {
  if (error instanceof OutdatedPlan) return 'again';
  if (error instanceof ConnectionLost) return 'away';
  if (error instanceof PoolExhausted) return 'busy';
  if (!(error instanceof DatabaseError) || error.code === undefined) return 'own';
  if (again.has(error.code)) return 'again';
  if (busy.test(error.code)) return 'busy';
  return away.test(error.code) ? 'away' : 'own';
};

/** The refusal after a failure of the database by which nothing was changed. */
export const unavailable = (cause: unknown): ServiceError =>
  new ServiceError('UNAVAILABLE', failureOf(cause) === 'away' ? awayMessage : busyMessage, { cause });

const busyMessage = 'The database is busy: this waited too long for what others write. Nothing was stored. Try again.';
const awayMessage = 'The database is away; nothing was stored. Try again.';
