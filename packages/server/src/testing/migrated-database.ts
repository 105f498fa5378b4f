import { createTestDatabase, type Template, type TestDatabase } from '@pairspace/testkit/test-database';
import { hash, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { migrations } from '../storage/migrate.ts';
import { fullTextTables as postgresText } from '../storage/postgres/full-text.ts';
import { migratePostgres } from '../storage/postgres/migrate.ts';
import { fullTextTables as sqliteText } from '../storage/sqlite/full-text.ts';
import { openSqlite } from '../storage/sqlite/open.ts';

const schema = hash('sha256', JSON.stringify([migrations, postgresText, sqliteText])).slice(0, 16);

const template: Template = {
  name: `pairspace_migrated_${schema}`,
  fill: (url) =>
    migratePostgres(
      { url, name: 'tests', statementTimeoutMs: 0 },
      { now: Date.now, patienceMs: 10_000, onWait: () => undefined },
    ),
};

/** A separate PostgreSQL database with the present schema. */
export const createMigratedDatabase = (): Promise<TestDatabase> => createTestDatabase(template);

const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/databases');
const templateFile = join(cache, `${schema}.sqlite`);

/** Copies a SQLite database with the present schema, unless the file exists. Migrations take a third of a start. */
export const copyMigratedDatabase = async (file: string): Promise<void> => {
  if (!existsSync(templateFile)) await makeTemplateFile();
  await copyFile(templateFile, file, constants.COPYFILE_EXCL);
};

/** Several processes may create the file at once. Each creates a complete file, and the last one stays. */
const makeTemplateFile = async (): Promise<void> => {
  const unfinished = join(cache, `${randomUUID()}.sqlite`);
  const storage = await openSqlite({
    file: unfinished,
    clock: { now: () => 0 },
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  await storage[Symbol.asyncDispose]();
  await rename(unfinished, templateFile);
};
