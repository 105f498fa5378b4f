import type { LocalPostgres } from '@pairspace/testkit/local-postgres';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs statements by `psql`; returns the rows, a line each, with `|` between columns. */
export const sql = async (
  { programs, programEnv }: LocalPostgres,
  database: string,
  text: string,
): Promise<string[]> => {
  const { stdout } = await run(join(programs, 'psql'), ['-qAt', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', text], {
    env: { ...process.env, ...programEnv },
  });
  return stdout.split('\n').filter((line) => line !== '');
};

/** Creates a database; returns the settings of the nodes that serve it. */
export const createDatabase = async (postgres: LocalPostgres, name: string): Promise<Record<string, string>> => {
  await sql(postgres, 'postgres', `create database ${name}`);
  return { DATABASE_URL: new URL(`/${name}`, postgres.url).href, PAIRSPACE_SECRET_KEY: '11'.repeat(32) };
};
