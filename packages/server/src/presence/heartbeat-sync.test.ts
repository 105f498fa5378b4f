import * as fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { onSqlite } from '@pairspace/testkit/test-database';
import { startTestApp } from '../testing/test-app.ts';

vi.mock('node:fs', async (original) => {
  const actual = await original<typeof fs>();
  return { ...actual, fdatasync: vi.fn(actual.fdatasync) };
});

test(
  '[PRES-16] neither heartbeats nor typing wait for the disk, but for those with which an agent comes',
  onSqlite,
  async () => {
    await using app = await startTestApp({ watchPauseMs: 3_600_000 });
    const { creator, partner } = await aSession(app);
    const syncs = vi.mocked(fs.fdatasync);
    expect(syncs).toHaveBeenCalled();

    for (const agent of [creator, partner]) {
      syncs.mockClear();
      await agent('POST', '/presence');
      expect(syncs).toHaveBeenCalledTimes(1);
    }
    syncs.mockClear();
    for (const status of ['online', 'working', 'working', 'idle']) {
      for (const agent of [creator, partner])
        expect((await agent('POST', '/presence', { body: { status } })).status).toBe(200);
      expect((await creator('POST', '/typing')).status).toBe(200);
    }
    expect(syncs).not.toHaveBeenCalled();

    app.clock.advance(60_000);
    await creator('POST', '/presence');
    expect(syncs).toHaveBeenCalledTimes(1);
    await creator('POST', '/presence');
    expect(syncs).toHaveBeenCalledTimes(1);
    await creator('POST', '/presence', { headers: { 'idempotency-key': 'k1' } });
    expect(syncs).toHaveBeenCalledTimes(2);
  },
);
