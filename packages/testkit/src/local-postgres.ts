import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, pidOf } from './process.ts';

const readyWithinMs = 30_000;

/** A separate PostgreSQL server in a temporary folder on a loopback port. */
export interface LocalPostgres extends AsyncDisposable {
  url: string;
  port: number;
  pid: () => number;
  /** The folder of its programs: `pgbench`, `psql`. */
  programs: string;
  /** Environment variables with which its programs connect. */
  programEnv: Record<string, string>;
  /** Ends the server, by default as a crash does, and starts it again after a while. */
  restart: (options?: { downMs?: number; crash?: boolean }) => Promise<void>;
}

/** Undefined if this machine has no PostgreSQL. */
export const findPostgres = (): string | undefined => {
  const versions = '/usr/lib/postgresql';
  try {
    const newest = readdirSync(versions)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1);
    return newest === undefined ? undefined : join(versions, newest, 'bin');
  } catch {
    return undefined;
  }
};

interface PostgresOptions {
  maxConnections?: number;
  /** Whether committed data survives a loss of power. Tests with many databases need not pay for that. */
  durable?: boolean;
}

export const startPostgres = async (options: PostgresOptions = {}): Promise<LocalPostgres> => {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('This machine has no PostgreSQL: apt-get install postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'pairspace-postgres-'));
  const data = join(folder, 'data');
  const user = serverUser();
  const password = randomBytes(18).toString('base64url');
  makeDatabase({ programs, folder, data, user, password });
  const port = await freePort();
  configure({ folder, data, port }, options);
  const programEnv = programEnvOf(port, password);
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(join(programs, 'postgres'), ['-D', data], { ...user, cwd: folder, stdio: 'ignore' });
    await untilReady(programs, programEnv, child);
    return child;
  };
  let child = await start();
  return {
    url: `postgres://pairspace:${password}@127.0.0.1:${String(port)}/postgres`,
    port,
    pid: () => pidOf(child),
    programs,
    programEnv,
    async restart({ downMs = 0, crash = false } = {}) {
      // SIGQUIT ends PostgreSQL without a checkpoint, SIGINT with one; both end every connection at once.
      await stop(child, crash ? 'SIGQUIT' : 'SIGINT');
      await pause(downMs);
      child = await start();
    },
    async [Symbol.asyncDispose]() {
      await stop(child, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

interface NewDatabase {
  programs: string;
  folder: string;
  /** The folder of the database. */
  data: string;
  user: ReturnType<typeof serverUser>;
  password: string;
}

const makeDatabase = ({ programs, folder, data, user, password }: NewDatabase): void => {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [folder, passwordFile]) if (user) chownSync(path, user.uid, user.gid);
  chmodSync(folder, 0o700);
  execFileSync(
    join(programs, 'initdb'),
    // The collation differs from byte order, because nothing may depend on byte order in the database.
    ['-D', data, '-U', 'pairspace', '--pwfile', passwordFile, '-A', 'scram-sha-256', '-E', 'UTF8']
      .concat(['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'])
      .concat(['--no-instructions']),
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
};

const configure = (
  { folder, data, port }: { folder: string; data: string; port: number },
  { maxConnections = 300, durable = true }: PostgresOptions,
): void => {
  const settings = [
    `port = ${String(port)}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    `max_connections = ${String(maxConnections)}`,
    ...(durable ? [] : ['fsync = off', 'full_page_writes = off']),
  ];
  appendFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
};

const programEnvOf = (port: number, password: string): Record<string, string> => ({
  PGHOST: '127.0.0.1',
  PGPORT: String(port),
  PGUSER: 'pairspace',
  PGPASSWORD: password,
  PGDATABASE: 'postgres',
});

const stop = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

/** PostgreSQL refuses to run as root; its Debian package creates a user for it. */
const serverUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

const untilReady = async (programs: string, env: Record<string, string>, child: ChildProcess): Promise<void> => {
  const deadline = performance.now() + readyWithinMs;
  while (!answers(programs, env)) {
    if (child.exitCode !== null) throw new Error('PostgreSQL ended as it started.');
    if (performance.now() > deadline) throw new Error('PostgreSQL does not answer.');
    await pause(50);
  }
};

const answers = (programs: string, env: Record<string, string>): boolean => {
  try {
    execFileSync(join(programs, 'pg_isready'), [], { env: { ...process.env, ...env }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
