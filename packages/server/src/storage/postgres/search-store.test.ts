import { onPostgres } from '@pairspace/testkit/test-database';
import { describe, expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { openBeside } from '../../testing/open-beside.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { Storage } from '../storage.ts';

const search = 'pairspace-search';

/** Ends the connections of the index, and returns their number. */
const endConnections = async ({ read }: Storage): Promise<number> =>
  (
    await read.all`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${search} and datname = current_database()
    `
  ).length;

describe('the index on PostgreSQL', onPostgres, () => {
  test('an index whose connections were lost goes on by itself', async () => {
    await using app = await startTestApp();
    await using beside = await openBeside(app);
    const { creator } = await aSession(app);
    const found = async (word: string): Promise<number> => {
      const { data } = await creator<{ items: unknown[] }>('GET', `/search?q=${word}`);
      return data.items.length;
    };
    for (const word of ['heron', 'egret', 'stork']) {
      await creator('POST', '/messages', { body: { content: word } });
      await expect.poll(() => found(word)).toBe(1);
      expect(await endConnections(beside)).toBeGreaterThan(0);
    }
  }, 60_000);
});
