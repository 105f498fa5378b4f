import { needs } from '@pairspace/testkit/needs';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRefusalOf } from './lib/start-refusal.ts';

/** A Node of this machine that the service does not run on, if there is one. */
const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && /^v(1\d|2[0-3])\./.test(execFileSync(path, ['--version'], { encoding: 'utf8' })),
);

const script = join(import.meta.dirname, 'main.js');
let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-serve-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}, node = process.execPath): ChildProcess => {
  const child = spawn(node, ['--conditions=pairspace-source', script], {
    env: { PATH: process.env['PATH'], PORT: '0', PAIRSPACE_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
};

/** The address in the log line that says that the service is ready; `log` collects this line and the later ones. */
const readyUrl = async ({ stdout }: ChildProcess, log: string[] = []): Promise<string> => {
  const ready = Promise.withResolvers<string>();
  createInterface(stdout ?? Readable.from([]))
    .on('line', (line) => {
      log.push(line);
      const { url } = JSON.parse(line) as { url?: string };
      if (url) ready.resolve(url);
    })
    .on('close', () => {
      ready.reject(new Error('the service ended before it was ready'));
    });
  return ready.promise;
};

/** The words and the exit code of a process that refuses to start. */
const refusalOf = async (child: ChildProcess): Promise<[stderr: string, code: number | null]> => {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return [await text(child.stderr ?? Readable.from([])), (await ended)[0]];
};

const json = { 'content-type': 'application/json' };

test('[OPS-9] [ACC-4] [ERR-9] [SEC-3] SIGTERM ends waits and streams and the process, what was answered is there after the next start, and nothing secret reaches the log', async () => {
  const log: string[] = [];
  const first = start({ PAIRSPACE_LOG: 'debug' });
  const ended = once(first, 'exit');
  const stderr = text(first.stderr ?? Readable.from([]));
  const url = await readyUrl(first, log);
  const created = await fetch(`${url}/api/sessions`, { method: 'POST', body: '{"agentId":"ada"}', headers: json });
  const { data } = (await created.json()) as {
    data: { session: { id: string; inviteCode: string }; agentToken: string; observerToken: string };
  };
  const path = `/api/sessions/${data.session.id}`;
  const authorization = `Bearer ${data.agentToken}`;
  const post = (subpath: string, body: object) =>
    fetch(`${url}${path}${subpath}`, {
      method: 'POST',
      headers: { ...json, authorization },
      body: JSON.stringify(body),
    });
  await post('/join', { inviteCode: data.session.inviteCode, agentId: 'bob' });
  const pasted = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  for (const secret of [data.observerToken, pasted])
    expect((await post('/messages', { content: `It is ${secret}` })).status).toBe(400);

  const stream = await fetch(`${url}${path}/stream?since=3`);
  const wait = fetch(`${url}${path}/events?since=3&wait=50`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('retry: 2000');
  // The wait was sent before this request, so it has arrived when this one is answered.
  await fetch(`${url}/healthz`);
  first.kill('SIGTERM');
  expect(await (await wait).json()).toEqual({ ok: true, data: { items: [], nextCursor: null } });
  let rest = '';
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    rest += value;
  }
  expect(rest).toContain('retry: 2000');
  expect(await ended).toEqual([0, null]);

  const written = log.join('') + (await stderr);
  expect(written).toContain('/join');
  for (const secret of [data.agentToken, data.observerToken, data.session.inviteCode, pasted])
    expect(written).not.toContain(secret);
  expect((await fetch(`${await readyUrl(start())}${path}`)).status).toBe(200);
});

test('[NET-29] [OPS-6] a setting that is misspelt ends the start with one sentence and no stack', async () => {
  const meant = 'There is no setting PAIRSPACE_WEBHOKS. Did you mean PAIRSPACE_WEBHOOKS?\n';
  expect(await refusalOf(start({ PAIRSPACE_WEBHOKS: 'token' }))).toEqual([meant, 2]);
});

test('[NET-31] an address or a port that cannot be had is one sentence', async () => {
  const listen = async (port: number, host: string): Promise<Server> => {
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    return server;
  };
  await using other = await listen(0, '127.0.0.1');
  const { port } = other.address() as { port: number };
  const refusedAt = (host: string) => listen(port, host).then(() => undefined, startRefusalOf);
  expect(await refusedAt('127.0.0.1')).toBe(
    `Another program listens on 127.0.0.1, port ${String(port)} already. Stop that one, or set PORT to another port.`,
  );
  expect(await refusedAt('192.0.2.1')).toMatch(/^This machine has no such address to listen on: 192\.0\.2\.1\. /);
});

test('[NET-32] an older Node is told in a sentence what is needed', needs('Node before 24', olderNode), async () => {
  const [stderr] = await refusalOf(start({}, olderNode));
  expect(stderr).toMatch(/^Pairspace needs Node 24 or newer; this is Node 2\d\.\S+\.\n$/);
});
