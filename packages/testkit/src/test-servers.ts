import { createTestDatabase, testDatabaseUrl, testNatsUrl } from './test-database.ts';

interface TestServers extends AsyncDisposable {
  databaseUrl: string;
  natsUrl: string;
}

/**
 * An empty database and a NATS on the servers that PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL name;
 * undefined without these variables. A proof then runs on the embedded database.
 */
export const testServers = async (): Promise<TestServers | undefined> => {
  if (testDatabaseUrl === undefined || testNatsUrl === undefined) return undefined;
  const { url, drop } = await createTestDatabase();
  return { databaseUrl: url, natsUrl: testNatsUrl, [Symbol.asyncDispose]: drop };
};
