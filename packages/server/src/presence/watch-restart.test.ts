import type { Event, Presence, Session } from '@pairspace/protocol';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = join(import.meta.dirname, '../testing/serve-with-constants.ts');
let folder: string;
let child: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-watch-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts the service on the folder; answers its address. */
const start = async (watchPauseMs: number): Promise<string> => {
  const constants = JSON.stringify({ presenceTimeoutMs: 300, watchPauseMs });
  child = spawn(process.execPath, ['--conditions=pairspace-source', script, constants], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PAIRSPACE_DATA: folder,
      PAIRSPACE_COMPUTE: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the service writes its log to standard output');
  for await (const line of createInterface(child.stdout)) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url) return url;
  }
  throw new Error('the service ended before it was ready');
};

const killNine = async (): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const call = async <Data>(url: string, method: string, token?: string, body?: unknown): Promise<Data> => {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { ok, data } = (await response.json()) as { ok: boolean; data: Data };
  expect(ok).toBe(true);
  return data;
};

test('[PRES-13] [PRES-16] a kill -9 between lapse and event loses neither heartbeat nor event, and repeats none', async () => {
  let url = await start(3_600_000);
  const { session, agentToken } = await call<{ session: Session; agentToken: string }>(
    `${url}/api/sessions`,
    'POST',
    undefined,
    { agentId: 'ada' },
  );
  const path = `/api/sessions/${session.id}`;
  const beat = await call<Presence>(`${url}${path}/presence`, 'POST', agentToken, { status: 'working' });
  const record = async () => (await call<{ items: Presence[] }>(`${url}${path}/presence`, 'GET')).items[0];
  const disconnects = async () => {
    const { items } = await call<{ items: Event[] }>(`${url}${path}/events`, 'GET');
    return items.filter((one) => one.event === 'agent.disconnected');
  };
  await expect.poll(async () => (await record())?.status).toBe('offline');
  expect(await disconnects()).toEqual([]);
  await killNine();

  url = await start(5);
  expect((await record())?.lastSeenAt).toBe(beat.lastSeenAt);
  await expect.poll(disconnects).toHaveLength(1);
  await killNine();

  url = await start(5);
  await call(`${url}${path}/presence`, 'POST', agentToken);
  // The watch reports the next absence, so it has run, and it does not repeat the first.
  await expect.poll(disconnects).toHaveLength(2);
  const [first, second] = await disconnects();
  expect(first?.data).toMatchObject({ lastSeenAt: beat.lastSeenAt });
  expect(second?.data.lastSeenAt).not.toBe(beat.lastSeenAt);
});
