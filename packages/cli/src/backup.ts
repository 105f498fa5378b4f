import { backUpInstallation, makeBackup, readConfig } from '@pairspace/server/installation';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { needed, readOptions } from './read-options.ts';

export const run = async (args: string[]): Promise<void> => {
  const to = needed('to', readOptions(args, ['to']).to);
  const { databaseUrl, dataFolder, secretKey } = readConfig(process.env);
  if (databaseUrl === undefined) await backUpInstallation(dataFolder, to);
  else {
    await makeBackup({
      folder: to,
      name: 'pairspace.dump',
      // With a key in the environment, the file would hold another key.
      key: secretKey === undefined ? join(dataFolder, 'secret.key') : undefined,
      copyDatabase: (draft) => dumpPostgres(databaseUrl, draft),
    });
  }
  const without = secretKey === undefined ? '' : ' The key of PAIRSPACE_SECRET_KEY is not in it.';
  console.log(`The backup is in ${to}.${without}`);
};

const dumpPostgres = async (databaseUrl: string, file: string): Promise<void> => {
  // Everyone on the machine can read command lines, but not the environment.
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  // Windows would look for the program in the current folder first.
  if (process.platform === 'win32') process.env['NoDefaultCurrentDirectoryInExePath'] = '1';
  const dump = spawn('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${url.href}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  const [code] = (await once(dump, 'exit').catch((cause: unknown) => {
    throw new Error('pg_dump cannot be run. Install the client programs of PostgreSQL.', { cause });
  })) as [number | null];
  if (code !== 0) throw new Error(`pg_dump ended with ${String(code)}; there is no backup.`);
};
