import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReachFiles } from './reach-files.ts';

const seat = {
  service: 'http://127.0.0.1:1',
  sessionId: 'ses_0123456789abcdefghij',
  sessionName: 'Plan',
  kind: 'agent',
  agentId: 'bob',
  agentName: 'Bob',
  token: 'agt_x',
  identity: 'codex:s1',
  takenAt: '2026-01-01T00:00:00.000Z',
} as const;

let home: string;
let folder: string;
let files: ReachFiles;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pairspace-claims-'));
  folder = join(home, 'seats');
  files = new ReachFiles(folder);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await rm(home, { recursive: true, force: true });
});

test('[DOOR-16] if several processes take over an outdated claim at the same moment, only one succeeds', async () => {
  const seats = Array.from({ length: 50 }, (_, index) => ({ ...seat, agentId: `bob-${String(index)}` }));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  for (const one of seats) await files.claim(one, 7, 30_000);
  vi.useRealTimers();
  const program = `
    import { ReachFiles } from ${JSON.stringify(new URL('reach-files.ts', import.meta.url).href)};
    const files = new ReachFiles(${JSON.stringify(folder)});
    process.stdin.once('data', async (from) => {
      // All processes claim at the same moments.
      const claimAt = (seat, index) => new Promise((resolve) => {
        setTimeout(() => resolve(files.claim(seat, 7, 30_000)), Number(from) + 10 * index - Date.now());
      });
      const claims = await Promise.all(${JSON.stringify(seats)}.map(claimAt));
      console.log(JSON.stringify(claims.map(Number)));
      process.exit();
    });
    console.error('ready');`;
  const children = Array.from({ length: 3 }, () => spawn(process.execPath, ['--input-type=module', '-e', program]));
  await Promise.all(children.map(({ stderr }) => once(stderr, 'data')));
  const from = Date.now() + 100;
  const answers = children.map(async ({ stdin, stdout }) => {
    stdin.write(String(from));
    return JSON.parse(String((await once(stdout, 'data'))[0])) as number[];
  });
  const claims = await Promise.all(answers);
  expect(seats.map((_, index) => claims.reduce((sum, own) => sum + (own[index] ?? 0), 0))).toEqual(seats.map(() => 1));
});

test('[DOOR-16] other processes can take a released claim at once', async () => {
  expect(await files.claim(seat, 7, 30_000)).toBe(true);
  const other = vi.spyOn(process, 'pid', 'get').mockReturnValue(process.ppid);
  expect(await files.claim(seat, 7, 30_000)).toBe(false);
  await files.unclaim(seat, 7);
  expect(await files.claim(seat, 7, 30_000)).toBe(false);
  other.mockRestore();
  await files.unclaim(seat, 7);
  vi.spyOn(process, 'pid', 'get').mockReturnValue(process.ppid);
  expect(await files.claim(seat, 7, 30_000)).toBe(true);
});
