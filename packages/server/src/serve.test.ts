import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { needs } from '@pairspace/testkit/needs';

/** A Node of this machine that the service does not run on, if there is one. */
const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && /^v(1\d|2[0-3])\./.test(execFileSync(path, ['--version'], { encoding: 'utf8' })),
);

const script = join(import.meta.dirname, 'main.js');
let folder: string;
let child: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-serve-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, ['--conditions=pairspace-source', script], {
    env: { PATH: process.env['PATH'], PORT: '0', PAIRSPACE_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The address in the log line that says that the service is ready. */
const readyUrl = async ({ stdout }: ChildProcess): Promise<string> => {
  if (!stdout) throw new Error('the service writes its log to standard output');
  for await (const line of createInterface(stdout)) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url) return url;
  }
  throw new Error('the service ended before it was ready');
};

const exitCode = async (process: ChildProcess): Promise<number | null> => {
  if (process.exitCode !== null) return process.exitCode;
  const [code] = (await once(process, 'exit')) as [number | null];
  return code;
};

test('[OPS-6] a setting that cannot be read ends the start with that sentence and no stack', async () => {
  child = start({ PORT: 'eighty' });
  const [stderr, code] = await Promise.all([text(child.stderr ?? Readable.from([])), exitCode(child)]);
  expect(stderr).toBe('PORT is "eighty", but must be a port from 0 to 65535.\n');
  expect(code).toBe(2);
});

test('[OPS-9] SIGTERM ends waits and streams, finishes requests, and the process within 10 s', async () => {
  child = start();
  const url = await readyUrl(child);
  const created = await fetch(`${url}/api/sessions`, { method: 'POST' });
  const { data } = (await created.json()) as { data: { session: { id: string } } };
  const session = `${url}/api/sessions/${data.session.id}`;
  const stream = await fetch(`${session}/stream?since=0`);
  const wait = fetch(`${session}/events?since=1&wait=50`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('retry: 2000');
  // The wait was sent before this request, so it has arrived when this one is answered.
  await fetch(`${url}/healthz`);

  const began = performance.now();
  child.kill('SIGTERM');

  const answer = await wait;
  expect(await answer.json()).toEqual({ ok: true, data: { items: [], nextCursor: null } });
  let rest = '';
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    rest += value;
  }
  expect(rest).toContain('retry: 2000');
  expect(await exitCode(child)).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('[OPS-9] what was answered before a SIGTERM is there after the next start', async () => {
  child = start();
  const first = await readyUrl(child);
  const created = await fetch(`${first}/api/sessions`, { method: 'POST', body: '{}', headers: json });
  const { data } = (await created.json()) as { data: { session: { id: string } } };
  child.kill('SIGTERM');
  expect(await exitCode(child)).toBe(0);

  child = start();
  const second = await readyUrl(child);
  expect((await fetch(`${second}/api/sessions/${data.session.id}`)).status).toBe(200);
});

const json = { 'content-type': 'application/json' };

test('[ACC-4] [ERR-9] [SEC-3] nothing of a token, a secret, a code or a cause reaches the log or the caller', async () => {
  child = start({ PAIRSPACE_LOG: 'debug' });
  const log = text(child.stderr ?? Readable.from([]));
  const lines: string[] = [];
  const url = await readyUrl(child);
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const created = await fetch(`${url}/api/sessions`, { method: 'POST', body: '{"agentId":"ada"}', headers: json });
  const { data } = (await created.json()) as {
    data: { session: { id: string; inviteCode: string }; agentToken: string; observerToken: string };
  };
  const join = { inviteCode: data.session.inviteCode, agentId: 'bob' };
  await fetch(`${url}/api/sessions/${data.session.id}/join`, {
    method: 'POST',
    body: JSON.stringify(join),
    headers: json,
  });
  const authorization = `Bearer ${data.agentToken}`;
  await fetch(`${url}/api/sessions/${data.session.id}`, { headers: { authorization } });
  const pasted = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  for (const content of [data.observerToken, pasted]) {
    const { status } = await fetch(`${url}/api/sessions/${data.session.id}/messages`, {
      method: 'POST',
      body: JSON.stringify({ content: `It is ${content}` }),
      headers: { ...json, authorization },
    });
    expect(status).toBe(400);
  }
  child.kill('SIGTERM');
  await exitCode(child);
  const written = lines.join('') + (await log);
  expect(written).toContain('/join');
  for (const secret of [data.agentToken, data.observerToken, data.session.inviteCode, pasted])
    expect(written).not.toContain(secret);
});

/** The message of a process that refuses to start. */
const refusalOf = async (env: Record<string, string>): Promise<string> => {
  child = start(env);
  const [stderr, code] = await Promise.all([text(child.stderr ?? Readable.from([])), exitCode(child)]);
  expect(code).not.toBe(0);
  return stderr;
};

test('[NET-29] a variable that is misspelt ends the start with the name that is meant', async () => {
  const refusal = await refusalOf({ PAIRSPACE_WEBHOKS: 'token' });
  expect(refusal).toBe('There is no setting PAIRSPACE_WEBHOKS. Did you mean PAIRSPACE_WEBHOOKS?\n');
});

test('[NET-30] a second process on one data folder is refused while the first lives, and not after it was killed', async () => {
  const first = start();
  await readyUrl(first);
  const held = await refusalOf({});
  expect(held).toMatch(/^The data folder \S+ is in use by another process\. .*\n$/);
  first.kill('SIGKILL');
  await exitCode(first);
  child = start();
  await readyUrl(child);
});

test('[NET-31] a folder or port that cannot be had is one sentence', async () => {
  expect(await refusalOf({ PAIRSPACE_DATA: '/proc/x' })).toMatch(
    /^The folder \/proc\/x cannot be made or used \(\w+\)\.\n$/,
  );
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = `Another program listens on 127.0.0.1, port ${String(port)} already. Stop that one, or set PORT to another port.\n`;
  expect(await refusalOf({ PORT: String(port) })).toBe(taken);
  other.close();
  expect(await refusalOf({ HOST: '192.0.2.1' })).toMatch(
    /^This machine has no such address to listen on: 192\.0\.2\.1\. .*\n$/,
  );
});

test('[NET-32] an older Node is told in a sentence what is needed', needs('Node before 24', olderNode), async () => {
  child = spawn(olderNode ?? '', [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  expect(await text(child.stderr ?? Readable.from([]))).toMatch(
    /^Pairspace needs Node 24 or newer; this is Node 2\d\.\S+\.\n$/,
  );
});
