import { createTestDatabase, onPostgres } from '@pairspace/testkit/test-database';
import { describe } from 'vitest';
import { describeStorage } from '../../testing/describe-storage.ts';
import { openPostgres } from './open.ts';

describe('storage', onPostgres, () => {
  describeStorage('PostgreSQL', async (now) => {
    const database = await createTestDatabase();
    return {
      open: (listeners) => openPostgres({ ...listeners, url: database.url, connections: 5, clock: { now } }),
      remove: database.drop,
    };
  });
});
