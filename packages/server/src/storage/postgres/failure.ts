import { ServiceError } from '@pairspace/protocol';
import { DatabaseError } from 'pg';

/** The connection is gone, or was never made. */
export class ConnectionLost extends Error {}

/** No connection became free in time. */
export class PoolExhausted extends Error {}

/**
 * Returns the error for a failure of the driver. A connection is also lost when the server no longer accepts writes
 * (25006), or when a prepared statement is outdated by a migration.
 */
export const translated = (cause: unknown): Error => {
  const { message } = cause as Error;
  if (cause instanceof DatabaseError) {
    const isOutdated = cause.code === '0A000' && message.includes('cached plan');
    return cause.code === '25006' || isOutdated ? new ConnectionLost(message, { cause }) : cause;
  }
  if (message === 'timeout exceeded when trying to connect') return new PoolExhausted(message, { cause });
  return new ConnectionLost(`PostgreSQL cannot be reached: ${message}`, { cause });
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
  if (error instanceof ConnectionLost) return 'away';
  if (error instanceof PoolExhausted) return 'busy';
  if (!(error instanceof DatabaseError) || error.code === undefined) return 'own';
  if (again.has(error.code)) return 'again';
  if (busy.test(error.code)) return 'busy';
  return away.test(error.code) ? 'away' : 'own';
};

/** The refusal after a failure of the database by which nothing was changed; an error of the work itself stays. */
export const refusalOf = (cause: unknown): unknown => {
  const failure = failureOf(cause);
  if (failure === 'own') return cause;
  return new ServiceError('UNAVAILABLE', failure === 'away' ? awayMessage : busyMessage, { cause });
};

const busyMessage = 'The database is busy: this waited too long for what others write. Nothing was stored. Try again.';
const awayMessage = 'The database is away; nothing was stored. Try again.';
