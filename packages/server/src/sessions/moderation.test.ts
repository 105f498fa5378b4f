import type { Event, Session } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-operator';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

const operator = <Data>(method: string, path: string, body?: unknown) =>
  app.request<Data>(method, path, { token: adminToken, body });
const pathOf = ({ id }: SessionFixture): string => `/api/sessions/${id}`;
const codeOf = async (reply: Promise<{ ok: boolean; error: { code: string } }>): Promise<string> => {
  const { ok, error } = await reply;
  return ok ? 'admitted' : error.code;
};
const lastEvent = async (fixture: SessionFixture): Promise<Event | undefined> =>
  (await fixture.creator<{ items: Event[] }>('GET', '/events?limit=200')).data.items.at(-1);

const byOperator = { kind: 'operator', id: 'operator', name: 'Operator' };

test('[MOD-1] the operator reads a private session, and sees no code and no token', async () => {
  const fixture = await aSession(app, { visibility: 'private' });
  await fixture.creator('POST', '/messages', { body: { content: 'between us' } });
  for (const part of [
    '',
    '/messages',
    '/events',
    '/notes',
    '/files',
    '/observers',
    '/presence',
    '/transcript',
    '/export',
  ]) {
    const reply = await operator('GET', `${pathOf(fixture)}${part}`);
    expect(`${part} ${String(reply.status)}`).toBe(`${part} 200`);
    expect(JSON.stringify(reply.data)).not.toMatch(/(agt|obs|rec|wrk)_[\w-]{43}|"inviteCode"/);
    expect(JSON.stringify(reply.data)).not.toContain(fixture.inviteCode);
  }
  expect((await operator('GET', `${pathOf(fixture)}/whoami`)).error.code).toBe('FORBIDDEN');
  expect((await operator('POST', `${pathOf(fixture)}/reinvite`)).error.code).toBe('FORBIDDEN');
});

test('[MOD-1] its stream goes on when a session turns private', async () => {
  const fixture = await aSession(app);
  await using stream = await openStream(app, `${pathOf(fixture)}/stream`, adminToken);
  await fixture.creator('POST', '/visibility', { body: { visibility: 'private' } });
  await fixture.creator('POST', '/messages', { body: { content: 'after it' } });
  expect([(await stream.next()).event, (await stream.next()).event]).toEqual(['session.updated', 'message.created']);
});

test('[MOD-2] only the operator lists private sessions', async () => {
  const fixture = await aSession(app, { visibility: 'private', name: 'Moderated list' });
  const idsOf = async (query: string): Promise<string[]> =>
    (await operator<{ items: Session[] }>('GET', `/api/sessions?${query}`)).data.items.map(({ id }) => id);
  for (const filter of ['', '&status=active', '&agentId=ada', '&q=moderated%20LIST']) {
    expect(await idsOf(`scope=all${filter}`)).toContain(fixture.id);
    expect(await idsOf(`scope=public${filter}`)).not.toContain(fixture.id);
  }
  expect(await idsOf('')).not.toContain(fixture.id);
  const scoped = (token?: string) => codeOf(app.request('GET', '/api/sessions?scope=all', { token }));
  expect(await scoped()).toBe('UNAUTHORIZED');
  expect(await scoped(fixture.tokens.creator)).toBe('FORBIDDEN');
  expect(await codeOf(operator('GET', '/api/sessions?scope=mine'))).toBe('VALIDATION_ERROR');
});

test('[MOD-3] the operator pauses, completes and hides any session, as events of its own', async () => {
  const fixture = await aSession(app);
  for (const [method, part, body, event] of [
    ['PATCH', '', { status: 'paused' }, 'session.paused'],
    ['PATCH', '', { status: 'completed' }, 'session.completed'],
    ['POST', '/visibility', undefined, 'session.updated'],
  ] as const) {
    const reply = await operator<Session>(method, `${pathOf(fixture)}${part}`, body);
    expect(reply.status).toBe(200);
    expect(reply.data.inviteCode).toBeUndefined();
    expect(await lastEvent(fixture)).toMatchObject({ event, actor: byOperator });
  }
  expect((await fixture.creator<Session>('GET', '')).data).toMatchObject({
    status: 'completed',
    visibility: 'private',
  });
  const before = await lastEvent(fixture);
  expect((await operator('POST', `${pathOf(fixture)}/visibility`)).status).toBe(200);
  expect((await lastEvent(fixture))?.seq).toBe(before?.seq);
});

test('[MOD-3] it does nothing else in a session', async () => {
  const fixture = await aSession(app, { visibility: 'private' });
  const before = await lastEvent(fixture);
  for (const body of [
    { status: 'active' },
    { name: 'Mine' },
    { status: 'paused', mode: 'realtime' },
    { metadata: {} },
  ]) {
    expect(await codeOf(operator('PATCH', pathOf(fixture), body))).toBe('FORBIDDEN');
  }
  expect(await codeOf(operator('POST', `${pathOf(fixture)}/visibility`, { visibility: 'public' }))).toBe('FORBIDDEN');
  for (const [part, body] of [
    ['/messages', { content: 'x' }],
    ['/notes', { title: 'x' }],
    ['/fork', {}],
    ['/tokens/revoke', undefined],
    ['/compute', {}],
  ] as const) {
    expect(await codeOf(operator('POST', `${pathOf(fixture)}${part}`, body))).toBe('FORBIDDEN');
  }
  expect((await lastEvent(fixture))?.seq).toBe(before?.seq);
  expect(await codeOf(operator('PATCH', '/api/sessions/ses_none', { status: 'paused' }))).toBe('NOT_FOUND');
});

test('[MOD-3] it deletes any session, and its streams are told', async () => {
  const fixture = await aSession(app, { visibility: 'private' });
  await using stream = await openStream(app, `${pathOf(fixture)}/stream`, fixture.tokens.creator);
  expect((await operator('DELETE', pathOf(fixture))).data).toEqual({ id: fixture.id, deleted: true });
  expect((await stream.next()).event).toBe('session.deleted');
  expect(await codeOf(fixture.creator('GET', ''))).toBe('UNAUTHORIZED');
});

test('[MOD-3] the operator removes an observer', async () => {
  const fixture = await aSession(app);
  const { data } = await operator<{ items: { id: string; invited: boolean }[] }>('GET', `${pathOf(fixture)}/observers`);
  const walkIn = data.items.find(({ invited }) => !invited)?.id ?? '';
  expect((await operator('DELETE', `${pathOf(fixture)}/observers/${walkIn}`)).status).toBe(200);
  expect(await lastEvent(fixture)).toMatchObject({
    event: 'observer.removed',
    actor: byOperator,
    data: { id: walkIn },
  });
  expect(await codeOf(fixture.walkIn('GET', ''))).toBe('UNAUTHORIZED');
  expect(await codeOf(operator('DELETE', `${pathOf(fixture)}/agents/bob`))).toBe('FORBIDDEN');
});
