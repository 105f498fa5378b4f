import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A PostgreSQL whose user may create databases; tests that need it are skipped without. */
export const testDatabaseUrl = process.env['PAIRSPACE_TEST_DATABASE_URL'];

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

const onServer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: testDatabaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** An empty database of its own. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `pairspace_test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template template0`);
  const url = new URL(testDatabaseUrl ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
};

/** A NATS server for the tests of several nodes; they are skipped without. */
export const testNatsUrl = process.env['PAIRSPACE_TEST_NATS_URL'];
