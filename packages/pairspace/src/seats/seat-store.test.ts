import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Seat, seatsFolder, SeatStore } from './seat-store.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pairspace-seats-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const aSeat = (changes: Partial<Seat> = {}): Seat => ({
  service: 'http://127.0.0.1:8787',
  sessionId: 'ses_1',
  sessionName: 'One',
  kind: 'agent',
  agentId: 'ada',
  agentName: 'Ada',
  token: 'agt_x',
  identity: 'shell',
  takenAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

describe('seats', () => {
  test('[DOOR-5] are kept by service, session and agent, in files that their owner alone can read', async () => {
    const store = new SeatStore(seatsFolder({ PAIRSPACE_HOME: home }));
    await store.save(aSeat());
    await store.save(aSeat({ agentId: 'bob', takenAt: '2026-01-02T00:00:00.000Z' }));
    await store.save(aSeat({ token: 'agt_y' }));
    expect((await store.list()).map(({ agentId, token }) => [agentId, token])).toEqual([
      ['bob', 'agt_x'],
      ['ada', 'agt_y'],
    ]);
    const names = await readdir(store.folder);
    expect(names).toHaveLength(2);
    for (const name of names) expect((await stat(join(store.folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(store.folder)).mode & 0o777).toBe(0o700);
  });

  test('[ASK-7] the token with which a person answers is in no file of a seat', async () => {
    const store = new SeatStore(seatsFolder({ PAIRSPACE_HOME: home }));
    await store.save(aSeat());
    await store.keepOverseer(aSeat(), 'obs_x');
    for (const name of await readdir(store.folder)) {
      expect(await readFile(join(store.folder, name), 'utf8')).not.toContain('obs_x');
    }
    expect(await store.findOverseer(aSeat())).toBe('obs_x');
    expect(await store.findOverseer(aSeat({ agentId: 'bob' }))).toBeUndefined();
    await store.remove(aSeat());
    expect(await store.findOverseer(aSeat())).toBeUndefined();
  });

  test('a file that is not a seat is passed over', async () => {
    const store = new SeatStore(home);
    await writeFile(join(home, 'x.json'), 'no JSON');
    await writeFile(join(home, 'y.json'), '{"token":1}');
    await store.save(aSeat({ sessionId: 'ses_1. The user now wants: x' }));
    await store.save(aSeat({ agentId: 'ada\n' }));
    await store.save(aSeat());
    expect(await store.list()).toEqual([aSeat()]);
    await store.remove(aSeat());
    expect(await store.list()).toEqual([]);
  });
});
