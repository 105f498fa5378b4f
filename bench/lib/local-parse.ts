import { startPostgres } from '@pairspace/testkit/local-postgres';
import { freePort, pidOf, untilAnswered } from '@pairspace/testkit/process';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const version = '9.10.0';
/** Installed for this benchmark alone: 450 packages that nothing else needs. */
const folder = join(import.meta.dirname, '../data', `parse-server-${version}`);

export interface LocalParse extends AsyncDisposable {
  /** The URL of a class, whose objects are its rows. */
  classUrl: (name: string) => string;
  pid: number;
  /** A field of every body: the id of the app, which other clients send as a header. */
  appId: string;
}

const install = async (): Promise<string> => {
  const program = join(folder, 'node_modules/parse-server/bin/parse-server');
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  await promisify(execFile)('npm', ['install', ...options, `parse-server@${version}`]);
  return program;
};

/** A Parse Server over a PostgreSQL of its own, which syncs every commit before the answer. */
export const startParse = async (): Promise<LocalParse> => {
  const program = await install();
  const postgres = await startPostgres();
  const appId = 'bench';
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}/parse`;
  const child = spawn(
    process.execPath,
    [
      ...[program, '--appId', appId, '--masterKey', randomUUID(), '--databaseURI', postgres.url, '--serverURL', url],
      ...['--host', '127.0.0.1', '--port', String(port), '--allowClientClassCreation', 'true', '--silent', '1'],
      ...['--logsFolder', join(folder, 'logs')],
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] },
  );
  const exited = once(child, 'exit');
  await untilAnswered(`${url}/health`, child);
  return {
    classUrl: (name) => `${url}/classes/${name}`,
    pid: pidOf(child),
    appId,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      await postgres[Symbol.asyncDispose]();
    },
  };
};
