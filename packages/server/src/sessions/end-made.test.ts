import type { Event, NewCreateKey, Session, Task } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-operator';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Made {
  session: Session;
  agentToken: string;
  observerToken: string;
  recoveryCode: string;
  observer: { id: string };
}

const post = async <Data = Made>(path: string, body: unknown, token?: string, createKey?: string): Promise<Data> => {
  const headers = createKey === undefined ? {} : { 'x-create-key': createKey };
  const { data, error, status } = await app.request<Data>('POST', path, { body, token, headers });
  if (status > 201) throw new Error(`${path}: ${String(status)} ${error.message}`);
  return data;
};
const pathOf = ({ session }: Pick<Made, 'session'>): string => `/api/sessions/${session.id}`;
const statusOf = async (path: string, token: string): Promise<number> =>
  (await app.request('GET', path, { token })).status;
const makeKey = (): Promise<NewCreateKey> => post<NewCreateKey>('/api/create-keys', {}, adminToken);
const endEverything = (id: string) =>
  app.request<{ seatsOfOthers: number }>('DELETE', `/api/create-keys/${id}?everything=true`, { token: adminToken });
const hook = { url: 'http://127.0.0.1:9/hook', events: ['message.created'] };
let made = 0;
const aProfile = async (token?: string, createKey?: string): Promise<{ agentId: string; agentKey: string }> => {
  const agentId = `keyed-${String(made++)}`;
  return {
    agentId,
    ...(await post<{ agentKey: string }>('/api/agents', { agentId, protect: true }, token, createKey)),
  };
};

/** Everything that the holder of a creation's tokens can lay down, each as a use that fails when it has ended. */
const layDown = async (own: Made): Promise<Record<string, () => Promise<number>>> => {
  const path = pathOf(own);
  const person = await post(
    `${path}/observe`,
    { name: 'Ines', rights: ['speak', 'answer', 'steer'] },
    own.observerToken,
  );
  const plain = await post(`${path}/observe`, { name: 'Olga' }, own.agentToken);
  const byPerson = await post(`${path}/observe`, { name: 'Pia' }, person.observerToken);
  await post(`${path}/compute`, { provider: 'worker' }, own.agentToken);
  const { workerToken } = await post<{ workerToken: string }>(`${path}/compute/worker-token`, {}, own.agentToken);
  const { inviteCode } = await post<{ inviteCode: string }>(`${path}/reinvite`, {}, person.observerToken);
  const fork = await post(`${path}/fork`, { visibility: 'private', agentId: `fork-${String(made++)}` }, own.agentToken);
  const forkOfFork = await post(`${pathOf(fork)}/fork`, { agentId: `fork-${String(made++)}` }, fork.agentToken);
  const recovered = await post(`${pathOf(forkOfFork)}/recover`, { recoveryCode: forkOfFork.recoveryCode });
  const elsewhere = await post('/api/sessions', { isPrivate: true }, own.agentToken);
  const profile = await aProfile(recovered.agentToken);
  const byProfile = await post('/api/sessions', { isPrivate: true }, profile.agentKey);
  const hooks = await Promise.all(
    [own.agentToken, person.observerToken, fork.observerToken].map((token) =>
      post<{ id: string }>('/api/webhooks', hook, token),
    ),
  );
  const reads = (at: Made, token: string) => () => statusOf(pathOf(at), token);
  const codes = (at: Made, code: string) => async () =>
    (await app.request('POST', `${pathOf(at)}/recover`, { body: { recoveryCode: code } })).status;
  return {
    person: reads(own, person.observerToken),
    plain: reads(own, plain.observerToken),
    byPerson: reads(own, byPerson.observerToken),
    worker: async () =>
      (
        await app.request('POST', `${path}/compute/jobs/claim`, {
          body: { types: ['x'], worker: 'w' },
          token: workerToken,
        })
      ).status,
    invite: async () =>
      (await app.request('POST', `${path}/join`, { body: { inviteCode, agentId: 'sleeper' } })).status,
    fork: reads(fork, fork.agentToken),
    forksObserver: reads(fork, fork.observerToken),
    forkOfFork: reads(forkOfFork, recovered.agentToken),
    code: codes(forkOfFork, recovered.recoveryCode),
    elsewhere: reads(elsewhere, elsewhere.agentToken),
    agentKey: () => statusOf('/api/me', profile.agentKey),
    byProfile: reads(byProfile, byProfile.agentToken),
    ...Object.fromEntries(
      hooks.map(({ id }) => [
        id,
        async () => ((await statusOf(`/api/webhooks/${id}`, adminToken)) === 404 ? 404 : 200),
      ]),
    ),
  };
};

const assertEnded = async (uses: Record<string, () => Promise<number>>): Promise<void> => {
  for (const [name, use] of Object.entries(uses))
    expect([name, await use()]).toEqual([name, expect.toBeOneOf([401, 403, 404])]);
};
/** Checks all uses but those that work once. */
const assertWorking = async (uses: Record<string, () => Promise<number>>): Promise<void> => {
  for (const [name, use] of Object.entries(uses).filter(([name]) => name !== 'invite' && name !== 'code'))
    expect([name, await use()]).toEqual([name, expect.toBeOneOf([200, 201])]);
};

test('[MOD-16] [MOD-19] all that tokens under a create key made ends with it, and others stay', async () => {
  const { id, key } = await makeKey();
  const own = await post('/api/sessions', { agentId: 'ada', isPrivate: true, maxAgents: 4 }, undefined, key);
  const { inviteCode } = own.session;
  const friend = await post(`${pathOf(own)}/join`, { inviteCode, agentId: 'bob' });
  const uses = await layDown(own);
  await assertWorking(uses);
  expect((await endEverything(id)).data.seatsOfOthers).toBe(1);
  await assertEnded(uses);
  expect(await statusOf(pathOf(own), friend.agentToken)).toBe(200);
  const { data } = await app.request<{ items: Event[] }>('GET', `${pathOf(own)}/events?limit=200`, {
    token: adminToken,
  });
  expect(data.items.filter(({ event }) => event === 'agent.revoked')).toHaveLength(1);
  expect((await endEverything(id)).status).toBe(404);
});

test('[KEY-2] all that tokens of an agent key made ends with it, before and after a recovery', async () => {
  const { agentId, agentKey } = await aProfile();
  const own = await post('/api/sessions', { isPrivate: true, maxAgents: 4 }, agentKey);
  const uses = await layDown(own);
  const recovered = await post(`${pathOf(own)}/recover`, {}, agentKey);
  const later = await layDown({ ...own, agentToken: recovered.agentToken });
  await assertWorking(later);
  await assertWorking(Object.fromEntries(Object.entries(uses).filter(([name]) => name !== 'worker')));
  expect((await app.request('DELETE', `/api/agents/${agentId}/key`, { token: agentKey })).status).toBe(200);
  await assertEnded({ ...uses, ...later });
});

test('[MOD-19] a seat that a token took elsewhere ends, and one that an importer handed out', async () => {
  const { id, key } = await makeKey();
  const own = await post('/api/sessions', {}, undefined, key);
  const theirs = await post('/api/sessions', { isPrivate: true });
  const guest = await post(
    `${pathOf(theirs)}/join`,
    { inviteCode: theirs.session.inviteCode, agentId: 'guest' },
    own.agentToken,
  );
  const moved = await post('/api/sessions', { agentId: 'cyd' });
  const { data: exported } = await app.request('GET', `${pathOf(moved)}/export`, { token: moved.agentToken });
  await app.request('DELETE', pathOf(moved), { token: moved.agentToken });
  const imported = await post<Made & { seats: { recoveryCode: string }[] }>(
    '/api/sessions/import',
    exported,
    undefined,
    key,
  );
  const [seat] = imported.seats;
  const cyd = await post(`${pathOf(moved)}/recover`, { recoveryCode: seat?.recoveryCode });
  await endEverything(id);
  expect(await statusOf(pathOf(theirs), guest.agentToken)).toBe(401);
  expect(await statusOf(pathOf(theirs), theirs.agentToken)).toBe(200);
  expect(await statusOf(pathOf(moved), cyd.agentToken)).toBe(401);
  expect(await statusOf(pathOf(moved), imported.observerToken)).toBe(401);
});

test('[PPL-7] [MOD-19] an observer to whom a token gave rights ends with it', async () => {
  const { id, key } = await makeKey();
  const own = await post('/api/sessions', { isPrivate: true }, undefined, key);
  const guest = await post(`${pathOf(own)}/observe`, { inviteCode: own.session.inviteCode, name: 'Rita' });
  await app.request('PATCH', `${pathOf(own)}/observers/${guest.observer.id}`, {
    token: own.observerToken,
    body: { rights: ['answer'] },
  });
  await endEverything(id);
  expect(await statusOf(pathOf(own), guest.observerToken)).toBe(401);
});

test('[SEAT-6] [SEAT-8] who is removed loses what it made in the session, and keeps its forks', async () => {
  const own = await post('/api/sessions', { isPrivate: true, maxAgents: 3 });
  const path = pathOf(own);
  const bob = await post(`${path}/join`, { inviteCode: own.session.inviteCode, agentId: 'bob' });
  const plain = await post(`${path}/observe`, { name: 'Olga' }, bob.agentToken);
  const byPlain = await post(`${path}/observe`, { name: 'Pia' }, plain.observerToken);
  const fork = await post(`${path}/fork`, {}, bob.agentToken);
  const person = await post(`${path}/observe`, { name: 'Ines', rights: ['speak'] }, own.observerToken);
  const byPerson = await post(`${path}/observe`, { name: 'Quinn' }, person.observerToken);

  expect((await app.request('DELETE', `${path}/agents/bob`, { token: own.agentToken })).status).toBe(200);
  for (const { observerToken } of [plain, byPlain]) expect(await statusOf(path, observerToken)).toBe(401);
  expect(await statusOf(pathOf(fork), fork.agentToken)).toBe(200);
  expect(await statusOf(path, byPerson.observerToken)).toBe(200);

  expect(
    (await app.request('DELETE', `${path}/observers/${person.observer.id}`, { token: own.agentToken })).status,
  ).toBe(200);
  expect(await statusOf(path, byPerson.observerToken)).toBe(401);
  const again = await post<{ inviteCode: string }>(`${path}/reinvite`, {}, own.agentToken);
  const second = await post(`${path}/join`, { inviteCode: again.inviteCode, agentId: 'bob' });
  expect((await post<Task>(`${path}/tasks`, { title: 'Go on' }, second.agentToken)).number).toBe(1);
});
