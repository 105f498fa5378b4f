import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

type Row = Record<string, unknown>;

interface Installation {
  /** Undefined with the embedded database. */
  databaseUrl: string | undefined;
  folder: string;
}

/** Direct access to the database of a service. */
export interface Inside extends AsyncDisposable {
  /** Runs statements without parameters. */
  rows: (sql: string) => Promise<Row[]>;
  /** The tables with this column, or all tables. */
  tables: (column?: string) => Promise<string[]>;
}

export const lookInside = ({ databaseUrl, folder }: Installation, { readOnly = false } = {}): Promise<Inside> =>
  databaseUrl === undefined
    ? Promise.resolve(insideSqlite(join(folder, 'pairspace.sqlite'), readOnly))
    : insidePostgres(databaseUrl);

const insideSqlite = (file: string, readOnly: boolean): Inside => {
  const db = new DatabaseSync(file, { readOnly, timeout: 5000 });
  const rows = (sql: string): Promise<Row[]> => Promise.resolve(db.prepare(sql).all());
  return {
    rows,
    async tables(column) {
      const found = await rows(
        `select distinct m.name from sqlite_master m join pragma_table_info(m.name) c
         where m.type = 'table' and (${column === undefined ? 'true' : `c.name = '${column}'`})`,
      );
      return found.map(({ name }) => String(name));
    },
    [Symbol.asyncDispose]: () => {
      db.close();
      return Promise.resolve();
    },
  };
};

/** Returns whole numbers as numbers, like the service. */
const types = { getTypeParser: (oid: number) => (text: string) => (oid === 20 ? Number(text) : text) };

const insidePostgres = async (connectionString: string): Promise<Inside> => {
  const client = new Client({ connectionString, pipeline: true, types });
  await client.connect();
  const rows = async (sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows;
  return {
    rows,
    async tables(column) {
      const found = await rows(
        `select distinct table_name as name from information_schema.columns
         where table_schema = 'public' and (${column === undefined ? 'true' : `column_name = '${column}'`})`,
      );
      return found.map(({ name }) => String(name));
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
};
