import { serviceFile } from '@pairspace/testkit/service';
import { shareSnapshots } from '@pairspace/testkit/snapshot-cache';
import { createTestDatabase } from '@pairspace/testkit/test-database';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The service as a user starts it, on a free port and with its own folder. */
export class ServiceProcess implements AsyncDisposable {
  readonly url: string;
  readonly #stop: () => Promise<void>;

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.#stop = stop;
  }

  /** `onPostgres`: with its own database on the tests’ PostgreSQL. */
  static async start(settings: Record<string, string>, onPostgres: boolean): Promise<ServiceProcess> {
    const database = onPostgres ? await createTestDatabase() : undefined;
    const folder = await mkdtemp(join(tmpdir(), 'pairspace-conformance-'));
    await shareSnapshots(folder);
    const child = spawn(process.execPath, ['--conditions=pairspace-source', serviceFile], {
      env: { ...process.env, PORT: '0', PAIRSPACE_DATA: folder, DATABASE_URL: database?.url ?? '', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const ready = readUrl(child.stdout);
    const url = await Promise.race([ready, exited.then(() => undefined)]);
    if (url === undefined) throw new Error('the service ended before it was ready');
    return new ServiceProcess(url, async () => {
      child.kill('SIGTERM');
      await exited;
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop();
  }
}

/** The first `url` in the log. Later lines are read and discarded. */
const readUrl = (log: NodeJS.ReadableStream): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(log).on('line', (line) => {
    const { url } = JSON.parse(line) as { url?: string };
    if (url !== undefined) resolve(url);
  });
  return promise;
};
