import type { Ask, Session, SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const adminToken = 'the-operator';

const importInto = (app: TestApp, body: SessionExport) =>
  app.request<{ observerToken: string; seats: { recoveryCode: string }[] }>('POST', '/api/sessions/import', { body });

test('[IMP-15] a log that no key of the service has signed turns nothing public, and its answers are not vouched for', async () => {
  await using here = await startTestApp({ adminToken });
  await using there = await startTestApp({ adminToken });
  const { creator, id } = await aSession(here, { visibility: 'private' });
  const path = `/api/sessions/${id}`;
  const asked = await creator<Ask>('POST', '/asks', { body: { kind: 'approval', title: 'May I?' } });
  const answer = { token: adminToken, body: { optionId: 'approve' } };
  await here.request('POST', `${path}/asks/${asked.data.id}/answer`, answer);
  const { data: exported } = await creator<SessionExport>('GET', '/export');

  /** Imports an export into a service where its session was, and says what the session may there. */
  const comeBack = async (app: TestApp, body: SessionExport) => {
    await app.request('DELETE', path, { token: adminToken });
    const { data, status } = await importInto(app, body);
    expect(status).toBe(201);
    const token = data.observerToken;
    const asks = await app.request<{ items: Ask[] }>('GET', `${path}/asks`, { token });
    const opened = await app.request<Session>('POST', `${path}/visibility`, { token, body: { visibility: 'public' } });
    const again = await app.request<SessionExport>('GET', `${path}/export`, { token });
    verifyExport(again.data);
    const { status: openedStatus, error } = opened;
    const refused = openedStatus === 200 ? undefined : error.details?.['reason'];
    const { vouched } = asks.data.items[0]?.answer ?? {};
    return { vouched, opened: refused ?? openedStatus, again: again.data, data };
  };
  const unproven = { vouched: false, opened: 'unproven' };
  const foreign = await comeBack(there, exported);
  expect(foreign).toMatchObject(unproven);
  // A service signs what it exports, and so what it has imported; that proves nothing about the log before.
  expect(await comeBack(there, foreign.again)).toMatchObject(unproven);
  expect(await comeBack(here, exported)).toMatchObject({ vouched: true, opened: 200 });
  const signatures = ['manifest', 'checkpoint'];
  const unsigned = Object.fromEntries(Object.entries(exported).filter(([name]) => !signatures.includes(name)));
  expect(await comeBack(here, unsigned as unknown as SessionExport)).toMatchObject(unproven);

  const last = await comeBack(there, exported);
  const recoveryCode = last.data.seats[0]?.recoveryCode;
  const { data } = await there.request<{ agentToken: string }>('POST', `${path}/recover`, { body: { recoveryCode } });
  const fork = (visibility?: string) =>
    there.request<{ session: Session; agentToken: string }>('POST', `${path}/fork`, {
      token: data.agentToken,
      body: { visibility },
    });
  expect((await fork('public')).status).toBe(403);
  const forked = await fork();
  const opened = await there.request('POST', `/api/sessions/${forked.data.session.id}/visibility`, {
    token: forked.data.agentToken,
    body: { visibility: 'public' },
  });
  expect([forked.status, opened.status]).toEqual([201, 403]);
});
