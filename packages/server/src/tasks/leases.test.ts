import type { Event, Task } from '@pairspace/protocol';
import { onSqlite } from '@pairspace/testkit/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { aSession, type Caller, type SessionFixture } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { listDueLeases, watchLeases } from './expire-leases.ts';

const minute = 60_000;

let app: TestApp;
let watches: [Storage, Storage];
beforeAll(async () => {
  // The watch of the service never runs by itself; those of two other processes run when a test calls them.
  app = await startTestApp({ watchPauseMs: 3_600_000 });
  watches = [await openBeside(app), await openBeside(app)];
});
afterAll(async () => {
  for (const storage of watches) await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const closing = new AbortController().signal;
let expired = 0;
const look = (...storages: Storage[]): Promise<unknown> =>
  Promise.all(
    storages.map((storage) =>
      watchLeases({
        storage,
        now: () => app.clock.now(),
        closing,
        onExpired: () => {
          expired++;
        },
      }),
    ),
  );

const claimed = async (owner: Caller, leaseMs = minute): Promise<Task> =>
  (await owner<Task>('POST', '/tasks', { body: { title: 'A task', claim: true, leaseMs } })).data;

const read = async ({ stranger }: SessionFixture, { id }: Task): Promise<Task> =>
  (await stranger<Task>('GET', `/tasks/${id}`)).data;

const releases = async ({ creator }: SessionFixture): Promise<Event[]> => {
  const { data } = await creator<{ items: Event[] }>('GET', '/events?limit=200');
  return data.items.filter(({ event }) => event === 'task.released');
};

test('[TASK-14] a lease ends its time after the last sign of life, and not a millisecond before, once', async () => {
  const session = await aSession(app);
  const task = await claimed(session.partner);
  expect(Date.parse(task.leaseUntil ?? '')).toBe(app.clock.now() + minute);
  app.clock.advance(minute - 1);
  await look(...watches);
  expect((await read(session, task)).status).toBe('working');
  app.clock.advance(1);
  expired = 0;
  await look(...watches);
  await look(...watches);
  expect(expired).toBe(1);
  const { status, assignee, reason, attempts, leaseUntil } = await read(session, task);
  expect({ status, assignee, reason, attempts, leaseUntil }).toEqual({
    status: 'open',
    assignee: null,
    reason: 'lease',
    attempts: 1,
    leaseUntil: null,
  });
  const told = await releases(session);
  expect(told.map(({ actor }) => actor.kind)).toEqual(['system']);
  const late = await session.partner('POST', `/tasks/${task.id}/finish`, { body: { outcome: 'done' } });
  expect(late.status).toBe(200);
});

const signs: Record<string, (owner: Caller) => Promise<unknown>> = {
  'a heartbeat': (owner) => owner('POST', '/presence'),
  'a message': (owner) => owner('POST', '/messages', { body: { content: 'Still here' } }),
  'a position': (owner) => owner('POST', '/read', { body: { seq: 1 } }),
  typing: (owner) => owner('POST', '/typing'),
  'a read of the inbox': (owner) => owner('GET', '/inbox'),
  'a wait': (owner) => owner('GET', '/messages?since=0&wait=1'),
};

for (const [name, give] of Object.entries(signs)) {
  test(`[TASK-14] ${name} keeps the lease`, async () => {
    const session = await aSession(app);
    const task = await claimed(session.partner);
    app.clock.advance(50_000);
    await session.partner('POST', '/messages', { body: { content: 'one' } });
    app.clock.advance(50_000);
    await give(session.partner);
    await expect
      .poll(async () => Date.parse((await read(session, task)).leaseUntil ?? ''))
      .toBe(app.clock.now() + minute);
    const before = await read(session, task);
    expect([before.version, before.seq]).toEqual([task.version, task.seq]);
    await look(...watches);
    app.clock.advance(minute - 1);
    await look(...watches);
    expect((await read(session, task)).status).toBe('working');
    app.clock.advance(1);
    await look(...watches);
    expect((await read(session, task)).status).toBe('open');
  });
}

test('[TASK-14] a plain read is no sign of life', async () => {
  const session = await aSession(app);
  const task = await claimed(session.partner);
  app.clock.advance(30_000);
  await session.partner('GET', '/messages');
  await session.creator('POST', '/presence');
  expect((await read(session, task)).leaseUntil).toBe(task.leaseUntil);
});

for (const status of ['paused', 'completed']) {
  test(`[TASK-14] no lease ends in a session that is ${status}, and activity starts a whole one`, async () => {
    const session = await aSession(app);
    const task = await claimed(session.partner);
    await session.creator('PATCH', '', { body: { status } });
    app.clock.advance(10 * minute);
    await look(...watches);
    expect((await read(session, task)).status).toBe('working');
    await session.creator('PATCH', '', { body: { status: 'active' } });
    expect(Date.parse((await read(session, task)).leaseUntil ?? '')).toBe(app.clock.now() + minute);
    app.clock.advance(minute - 1);
    await look(...watches);
    expect((await read(session, task)).status).toBe('working');
    app.clock.advance(1);
    await look(...watches);
    expect((await read(session, task)).status).toBe('open');
  });
}

test('[TASK-14] two whole services on the same data release each task once', async () => {
  await using first = await startTestApp({ watchPauseMs: 1 });
  await using second = await startTestApp({ watchPauseMs: 1 }, first);
  const sessions = await Promise.all(Array.from({ length: 10 }, (_, index) => aSession(index % 2 ? first : second)));
  const tasks = await Promise.all(sessions.map(({ partner }) => claimed(partner)));
  first.clock.advance(minute);
  for (const [index, session] of sessions.entries()) {
    const task = tasks[index];
    if (task) await expect.poll(async () => (await read(session, task)).status).toBe('open');
    expect(await releases(session)).toHaveLength(1);
  }
});

test('the watch of leases reads the leases that are due alone', onSqlite, async () => {
  const plan = await planOf(app, (db) => listDueLeases(db, 1, 1));
  expect(plan[0]).toEqual('SEARCH task USING INDEX task_lease (check_at<?)');
});

test('[TASK-14] the tasks of a deleted session are never due', async () => {
  const session = await aSession(app);
  await claimed(session.partner);
  await session.creator('DELETE', '');
  app.clock.advance(minute);
  expect(await listDueLeases(watches[0].read, app.clock.now(), 50)).toEqual([]);
});

test('[TASK-20] the metrics show open tasks, tasks in work, how long one waits, and leases that ran out', async () => {
  await using service = await startTestApp({ watchPauseMs: 1 });
  const { creator, partner } = await aSession(service);
  await claimed(partner);
  await creator('POST', '/tasks', { body: { title: 'Waits' } });
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1] ?? NaN);
  };
  expect([await metric('pairspace_tasks_open'), await metric('pairspace_tasks_working')]).toEqual([1, 1]);
  service.clock.advance(minute);
  expect(await metric('pairspace_tasks_open_age_seconds')).toBe(60);
  await expect.poll(() => metric('pairspace_task_leases_total')).toBe(1);
  expect([await metric('pairspace_tasks_open'), await metric('pairspace_tasks_working')]).toEqual([2, 0]);
});
