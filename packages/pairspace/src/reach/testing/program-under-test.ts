import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@pairspace/client';

/** A session of an agent Ada, with a link for others. */
export const openSession = async (
  url: string,
  maxAgents = 2,
): Promise<{ ada: Client; sessionId: string; link: string }> => {
  const { session, agentToken } = await createClient({ baseUrl: url }).createSession({
    name: 'Plan',
    agentId: 'ada',
    agentName: 'Ada',
    maxAgents,
  });
  const ada = createClient({ baseUrl: url, token: agentToken });
  return { ada, sessionId: session.id, link: `${url}/j/${session.inviteCode ?? ''}` };
};

/** How those who write to Bob see that he is reached. */
export const reachOfBob = async (ada: Client, sessionId: string) =>
  (await ada.listPresence({ sessionId })).items.find(({ agentId }) => agentId === 'bob')?.reach;

/** A folder with a home, and programs of given names that run files of this folder. */
export const programFolder = async (
  programs: Readonly<Record<string, string>>,
): Promise<{ folder: string; env: Record<string, string> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-reach-'));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const [name, file] of Object.entries(programs)) {
    const path = join(bin, name);
    const words = [process.execPath, '--conditions=pairspace-source', join(import.meta.dirname, file)];
    await writeFile(path, `#!/bin/sh\nexec -a ${name} ${words.join(' ')} "$@"\n`.replace('#!/bin/sh', '#!/bin/bash'));
    await chmod(path, 0o755);
  }
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder, PAIRSPACE_HOME: join(folder, 'home') };
  return { folder, env };
};

/** A program that prints lines of JSON, and what it has printed so far. */
export class ProgramUnderTest implements AsyncDisposable {
  readonly said: Record<string, unknown>[] = [];
  readonly #child: ReturnType<typeof spawn>;

  constructor(command: string, args: readonly string[], env: Record<string, string>) {
    this.#child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const { stdout } = this.#child;
    if (!stdout) throw new Error('No output.');
    createInterface({ input: stdout }).on('line', (line) => {
      this.said.push(JSON.parse(line) as Record<string, unknown>);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** All values that it has said under a name. */
  all(name: string): string[] {
    return this.said.flatMap((news) => (name in news ? [String(news[name])] : []));
  }

  /** Resolves when it has said something under a name; rejects when it ends before. */
  async until(name: string): Promise<void> {
    while (this.all(name).length === 0) {
      if (this.#hasEnded()) throw new Error(`The program ended before it said ${name}.`);
      await pause(20);
    }
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hasEnded()) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    // Without a chance to tidy up.
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** Removes a folder when the programs that have it as their home have ended, which write into it as they end. */
export const removeFolder = async (folder: string): Promise<void> => {
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt && (await processesOf(folder)).length > 0) await pause(50);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
};

/** The processes of this machine that run with the home `folder`. It reads /proc, and finds none where there is none. */
export const processesOf = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const id of await readdir('/proc').catch(() => [])) {
    const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(`HOME=${folder}`)) found.push(id);
  }
  return found;
};
