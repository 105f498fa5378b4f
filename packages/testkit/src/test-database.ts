import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { needs } from './needs.ts';

/** A PostgreSQL whose user may create databases. */
export const testDatabaseUrl = process.env['PAIRSPACE_TEST_DATABASE_URL'];
export const onPostgres = needs('PostgreSQL (npm run test:servers has it)', testDatabaseUrl);
export const onSqlite = needs('embedded database (npm test has it)', testDatabaseUrl === undefined);

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** The initial content of databases. It is made once on a server, and then copied. */
export interface Template {
  /** The name identifies the content: different content needs a different name. */
  name: string;
  fill: (url: string) => Promise<void>;
}

const onServer = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: testDatabaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const urlOf = (name: string): string => {
  const url = new URL(testDatabaseUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
};

/** A separate database: empty, or a copy of the template. */
export const createTestDatabase = async (template?: Template): Promise<TestDatabase> => {
  const name = `pairspace_test_${randomBytes(8).toString('hex')}`;
  await onServer(async (client) => {
    const source = template ? await prepared(client, template) : 'template0';
    await client.query(`create database ${name} template ${source}`);
  });
  return {
    url: urlOf(name),
    drop: () =>
      onServer(async (client) => {
        await client.query(`drop database ${name} with (force)`);
      }),
  };
};

/** The first test that needs a template makes it while others wait. The template gets its name when it is complete. */
const prepared = async (client: Client, { name, fill }: Template): Promise<string> => {
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return name;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template template0`);
    await fill(urlOf(unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
};

/** A NATS server for tests of several nodes. */
export const testNatsUrl = process.env['PAIRSPACE_TEST_NATS_URL'];
export const withNats = needs('NATS (npm run test:servers has it)', testNatsUrl);

/** Bytes in the text of a row are hexadecimal. */
const withBytesAsText = (row: string): string =>
  row.replaceAll(/\\x((?:[\da-f]{2})+)/gu, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'));

/** The rows of each table of a database, as text, bytes too. */
export const readTables = async (url: string): Promise<Map<string, string>> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const texts = new Map<string, string>();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from "${name}" t`);
      texts.set(name, rows.map(({ row }) => withBytesAsText(row)).join('\n'));
    }
    return texts;
  } finally {
    await client.end();
  }
};
