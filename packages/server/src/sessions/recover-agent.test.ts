import { testDatabaseUrl } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp } from '../testing/test-app.ts';

interface Made {
  session: { id: string };
  agentToken: string;
  recoveryCode: string;
}

test.skipIf(testDatabaseUrl)('[SEAT-3] a recovery whose code ends meanwhile is refused and ends no token', async () => {
  await using app = await startTestApp();
  await using beside = await openBeside(app);
  const { data } = await app.request<Made>('POST', '/api/sessions', { body: { agentId: 'a' } });
  const { session, agentToken: token, recoveryCode } = data;
  // The change of the seat finds no row, as when the end of a key came before it.
  await beside.write((tx) => tx.run`create trigger meanwhile before update on seat begin select raise(ignore); end`);
  const { status } = await app.request('POST', `/api/sessions/${session.id}/recover`, { body: { recoveryCode } });
  expect(status).toBe(403);
  expect((await app.request('GET', `/api/sessions/${session.id}/whoami`, { token })).status).toBe(200);
});
