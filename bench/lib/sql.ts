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
