import type { Event, Observer } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const adminToken = 'the-operator';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Joined {
  observer: Observer;
  observerToken: string;
}

test('[PPL-1] the operator brings a person into a private session, and vouches for it', async () => {
  const { id, creator } = await aSession(app, { visibility: 'private' });
  const path = `/api/sessions/${id}`;
  const body = { name: 'Grace', rights: ['answer'] };
  const { data } = await app.request<Joined>('POST', `${path}/observe`, { token: adminToken, body });
  expect(data.observer).toMatchObject({ name: 'Grace', rights: ['answer'], vouched: true, invited: true });
  const last = (await creator<{ items: Event[] }>('GET', '/events')).data.items.at(-1);
  expect(last).toMatchObject({ event: 'observer.joined', actor: { kind: 'operator' }, data: data.observer });
  expect((await app.request('GET', path, { token: data.observerToken })).status).toBe(200);
});

test('[PPL-8] only the operator vouches, and only it adds to the rights of a person it vouches for', async () => {
  const { id, observer, creator } = await aSession(app);
  const { data } = await observer<Joined>('POST', '/observe', { body: { name: 'Grace', rights: ['speak'] } });
  const person = `/observers/${data.observer.id}`;
  const patch = (rights: string[]) => observer<Observer>('PATCH', person, { body: { rights } });
  const asOperator = (rights: string[]) =>
    app.request<Observer>('PATCH', `/api/sessions/${id}${person}`, { token: adminToken, body: { rights } });

  expect((await patch(['speak', 'answer'])).data).toMatchObject({ rights: ['speak', 'answer'], vouched: false });
  expect((await asOperator(['speak', 'answer'])).data).toMatchObject({ rights: ['speak', 'answer'], vouched: true });
  const last = (await creator<{ items: Event[] }>('GET', '/events')).data.items.at(-1);
  expect(last).toMatchObject({ event: 'observer.updated', actor: { kind: 'operator' }, data: { vouched: true } });

  const refused = await patch(['speak', 'steer']);
  expect([refused.status, refused.error.details]).toEqual([403, { reason: 'vouched' }]);
  expect((await patch(['speak'])).data).toMatchObject({ rights: ['speak'], vouched: true });
  expect((await patch(['speak', 'answer'])).status).toBe(403);
  expect((await asOperator(['steer'])).data).toMatchObject({ rights: ['steer'], vouched: true });
  const events = (await creator<{ items: Event[] }>('GET', '/events?limit=200')).data.items;
  expect(events.filter(({ event }) => event === 'observer.updated')).toHaveLength(4);
});
