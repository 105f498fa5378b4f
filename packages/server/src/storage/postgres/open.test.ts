import { describe, test } from 'vitest';
import { describeStorage } from '../../testing/describe-storage.ts';
import { createTestDatabase, testDatabaseUrl } from '@pairspace/testkit/test-database';
import { openPostgres } from './open.ts';

if (testDatabaseUrl === undefined) {
  describe('storage on PostgreSQL', () => {
    test.skip('needs PAIRSPACE_TEST_DATABASE_URL, or scripts/with-servers.ts', () => undefined);
  });
} else {
  describeStorage('PostgreSQL', async (now) => {
    const database = await createTestDatabase();
    return {
      open: (listeners) => openPostgres({ ...listeners, url: database.url, connections: 5, clock: { now } }),
      remove: database.drop,
    };
  });
}
