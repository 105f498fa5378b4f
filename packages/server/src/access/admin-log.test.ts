import { type AdminEntry, canonicalJson, type NewCreateKey, type Observer, type Session } from '@pairspace/protocol';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-operator';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

const operator = <Data = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  app.request<Data>(method, path, { token: adminToken, body });
const read = async (query = '') =>
  (await operator<{ items: AdminEntry[]; nextCursor: string | null }>('GET', `/api/admin/log?limit=200${query}`)).data;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Made {
  session: Session;
  agentToken: string;
  observerToken: string;
}

const create = async (isPrivate: boolean): Promise<Made> =>
  (await app.request<Made>('POST', '/api/sessions', { body: { isPrivate } })).data;

/** The acts that `work` adds to the log. */
const addedBy = async (work: () => Promise<unknown>) => {
  const since = (await read()).items.at(-1)?.seq ?? 0;
  await work();
  return (await read(`&since=${String(since)}`)).items;
};

test('[ADM-1] every act of the operator is an entry, with the id of what was made and no text of others', async () => {
  const { session } = await create(false);
  const path = `/api/sessions/${session.id}`;
  let keyId = '';
  const added = await addedBy(async () => {
    keyId = (await operator<NewCreateKey>('POST', '/api/create-keys', { name: 'Ada’s team' })).data.id;
    const { data } = await operator<{ observer: Observer }>('POST', `${path}/observe`, {
      name: 'Grace',
      rights: ['speak'],
    });
    await operator('PATCH', `${path}/observers/${data.observer.id}`, { rights: ['answer'] });
    await operator('POST', `${path}/messages/human`, { content: 'Between us', name: 'Grace' });
    await operator('POST', `${path}/visibility`, { visibility: 'private' });
    await operator('DELETE', `/api/create-keys/${keyId}?everything=true`);
  });
  expect(added.map(({ action, actor }) => [action, actor.kind])).toEqual(
    ['makeCreateKey', 'observeSession', 'updateObserver', 'postHumanMessage', 'setVisibility', 'revokeCreateKey'].map(
      (action) => [action, 'operator'],
    ),
  );
  expect(added[0]).toMatchObject({ target: '/api/create-keys', details: { name: 'Ada’s team', id: keyId } });
  expect(added[2]?.details).toEqual({ rights: ['answer'] });
  expect(added.at(-1)).toMatchObject({ target: `/api/create-keys/${keyId}`, details: { everything: 'true' } });
  expect(JSON.stringify(added)).not.toMatch(/Between us|(agt|obs|rec|wrk|agk|crk)_/);
});

test('[ADM-1] reads of what is private are entries; what anybody reads, refusals and repetitions are none', async () => {
  const { session } = await create(true);
  const open = await create(false);
  const path = `/api/sessions/${session.id}`;
  const headers = { 'idempotency-key': 'once-and-for-all-0123456789' };
  const added = await addedBy(async () => {
    await operator('GET', path);
    await operator('GET', `${path}/messages?limit=3`);
    await operator('GET', '/api/sessions?scope=all');
    await operator('GET', '/api/webhooks');
    await operator('GET', '/api/create-keys');
    await operator('GET', `/api/sessions/${open.session.id}`);
    await operator('GET', '/api/sessions');
    await operator('GET', '/api/agents');
    await operator('GET', '/api/admin/log');
    await operator('POST', '/api/compute/jobs/claim', { types: ['none'] });
    await operator('PATCH', path, { status: 'active', name: 'Mine' });
    await operator('DELETE', '/api/create-keys/key_unknown');
    for (let time = 0; time < 2; time++)
      await app.request('POST', `${path}/messages/human`, { token: adminToken, headers, body: { content: 'Once' } });
    await app.request('GET', path, { token: open.agentToken });
    await app.request('GET', path, { token: session.id });
  });
  expect(added.map(({ action }) => action)).toEqual([
    'getSession',
    'listMessages',
    'listSessions',
    'listWebhooks',
    'listCreateKeys',
    'postHumanMessage',
  ]);
  expect(added[2]?.details).toEqual({ scope: 'all' });
});

test('[ADM-1] an agent key that is made or ended is an entry of its agent', async () => {
  const agentId = 'logged-ada';
  const added = await addedBy(async () => {
    const save = (protect: boolean, agentKey = '') =>
      app.request<{ agentKey: string }>('POST', '/api/agents', {
        body: { agentId, protect },
        headers: { 'x-agent-key': agentKey },
      });
    const { agentKey } = (await save(true)).data;
    await save(false, agentKey);
    const next = (await save(true)).data.agentKey;
    await app.request('DELETE', `/api/agents/${agentId}/key`, { token: next });
  });
  expect(added.map(({ action, actor, details }) => [action, actor.kind, actor.id, details['protect']])).toEqual([
    ['saveProfile', 'agent', agentId, true],
    ['saveProfile', 'agent', agentId, false],
    ['saveProfile', 'agent', agentId, true],
    ['endAgentKey', 'agent', agentId, undefined],
  ]);
});

test('[ADM-1] an entry names an id where something was made, and not where something was changed', async () => {
  let madeId = '';
  const added = await addedBy(async () => {
    madeId = (await operator<Made>('POST', '/api/sessions', {})).data.session.id;
    const path = `/api/sessions/${madeId}`;
    await operator('POST', `${path}/steer`, { status: 'paused' });
    await operator('POST', `${path}/visibility`, { visibility: 'private' });
  });
  expect(added.map(({ action, details }) => [action, details['id']])).toEqual([
    ['createSession', madeId],
    ['steerSession', undefined],
    ['setVisibility', undefined],
  ]);
});

test('[ADM-1] a token in a path is no part of an entry', async () => {
  const { session } = await create(true);
  const token = `agt_${'A'.repeat(43)}`;
  const [entry] = await addedBy(() => operator('GET', `/api/sessions/${session.id}/notes/${token}`));
  expect(entry?.target).toBe(`/api/sessions/${session.id}/notes/…`);
});

test('[ADM-4] the entries are one chain, in the order of their numbers, many at once too', async () => {
  const { session } = await create(false);
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      await operator('POST', '/api/create-keys', { name: String(index) });
      await operator('POST', `/api/sessions/${session.id}/messages/human`, { content: String(index) });
    }),
  );
  const { items, nextCursor } = await read();
  expect(nextCursor).toBeNull();
  let hash = sha256('pairspace admin log');
  for (const [index, { hash: given, ...entry }] of items.entries()) {
    expect(entry.seq).toBe(index + 1);
    hash = sha256(`${hash}\n${canonicalJson(entry)}`);
    expect(given).toBe(hash);
  }
  const page = (await operator<{ items: AdminEntry[]; nextCursor: string }>('GET', '/api/admin/log?limit=3&since=2'))
    .data;
  expect([page.items.map(({ seq }) => seq), page.nextCursor]).toEqual([[3, 4, 5], '5']);
  expect((await app.request('GET', '/api/admin/log')).status).toBe(401);
  expect((await operator('GET', '/api/admin/log?since=-1')).status).toBe(400);
});
