import { onSqlite } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp } from '../testing/test-app.ts';

interface Made {
  session: { id: string; inviteCode: string };
  agentToken: string;
  recoveryCode: string;
}

test('[SEAT-3] a recovery whose code ends meanwhile is refused and ends no token', onSqlite, async () => {
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

test('[SEAT-16] a seat can be recovered ten times an hour, and the code of a refused recovery stays valid', async () => {
  await using app = await startTestApp({ requestRate: { count: 100, windowMs: 60_000 } });
  const { data } = await app.request<Made>('POST', '/api/sessions', { body: { agentId: 'a' } });
  const path = `/api/sessions/${data.session.id}`;
  let { recoveryCode } = data;
  const recover = () => app.request<Made>('POST', `${path}/recover`, { body: { recoveryCode } });
  const joined = await app.request<Made>('POST', `${path}/join`, {
    body: { agentId: 'b', inviteCode: data.session.inviteCode },
  });
  for (let times = 0; times < 10; times++) {
    const reply = await recover();
    expect(reply.status).toBe(200);
    ({ recoveryCode } = reply.data);
  }
  const refused = await recover();
  expect([refused.status, refused.error.details]).toEqual([429, { retryAfterSeconds: expect.any(Number) as number }]);
  const other = { recoveryCode: joined.data.recoveryCode };
  expect((await app.request('POST', `${path}/recover`, { body: other })).status).toBe(200);
});
