import { backUpInstallation, readConfig } from '@pairspace/server';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { needed, readOptions } from './read-options.ts';

export const run = async (args: string[]): Promise<void> => {
  const to = needed('to', readOptions(args, ['to']).to);
  const { databaseUrl, dataFolder, secretKey } = readConfig(process.env);
  if (databaseUrl === undefined) await backUpInstallation(dataFolder, to);
  else {
    await dumpPostgres(databaseUrl, to);
    // Of a service whose key is in its environment, a file would be another's.
    const key = join(dataFolder, 'secret.key');
    if (secretKey === undefined && existsSync(key)) {
      await copyFile(key, join(to, 'secret.key'), constants.COPYFILE_EXCL);
    }
  }
  const without = secretKey === undefined ? '' : ' The key of PAIRSPACE_SECRET_KEY is not in it.';
  console.log(`The backup is in ${to}.${without}`);
};

const dumpPostgres = async (databaseUrl: string, to: string): Promise<void> => {
  const file = join(to, 'pairspace.dump');
  if (existsSync(file)) throw new Error(`${file} is there already.`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const draft = `${file}.part`;
  // Command lines can be read by everyone on the machine; the environment cannot.
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const dump = spawn('pg_dump', ['--format=custom', '--no-owner', `--file=${draft}`, `--dbname=${url.href}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  const code = await Promise.race([
    once(dump, 'exit').then(([status]) => status as number | null),
    once(dump, 'error').then(() => {
      throw new Error('pg_dump cannot be run. Install the client programs of PostgreSQL.');
    }),
  ]);
  if (code !== 0) throw new Error(`pg_dump ended with ${String(code)}; there is no backup.`);
  await rename(draft, file);
};
