import type { Queries, SqlValue } from '../storage.ts';
import type { Connection } from './connection.ts';
import { statementOf } from './statement.ts';

/** Queries by what sends one statement. */
export const queriesOf = (connection: Pick<Connection, 'query'>): Queries => {
  const rowsOf = async <Row>(strings: TemplateStringsArray, values: readonly SqlValue[]): Promise<Row[]> =>
    (await connection.query(statementOf(strings), values)).rows as Row[];
  return {
    all: (strings, ...values) => rowsOf(strings, values),
    get: async <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) => (await rowsOf<Row>(strings, values))[0],
  };
};
