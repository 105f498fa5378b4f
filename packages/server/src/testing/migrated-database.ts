import { createTestDatabase, type Template, type TestDatabase } from '@pairspace/testkit/test-database';
import { hash } from 'node:crypto';
import { migrations } from '../storage/migrate.ts';
import { migratePostgres } from '../storage/postgres/migrate.ts';

const template: Template = {
  name: `pairspace_migrated_${hash('sha256', JSON.stringify(migrations)).slice(0, 16)}`,
  fill: (url) =>
    migratePostgres(
      { url, name: 'tests', statementTimeoutMs: 0 },
      { now: Date.now, patienceMs: 10_000, onWait: () => undefined },
    ),
};

/** A PostgreSQL database of its own whose schema is up to date. */
export const createMigratedDatabase = (): Promise<TestDatabase> => createTestDatabase(template);
