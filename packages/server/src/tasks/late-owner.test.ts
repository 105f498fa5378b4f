import type { Task } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession, type Caller } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const claimed = async (app: TestApp) => {
  const fixture = await aSession(app);
  await fixture.creator('POST', '/tasks', { body: { title: 'Deploy', leaseMs: 60_000 } });
  await fixture.partner('POST', '/tasks/claim', { body: { taskId: '1' } });
  return fixture;
};
const task = async (caller: Caller): Promise<Task> => (await caller<Task>('GET', '/tasks/1')).data;
const finish = (caller: Caller) => caller<Task>('POST', '/tasks/1/finish', { body: { outcome: 'done', text: 'All.' } });

/** Ends the lease and waits until the task is told to be open. */
const endLease = async (app: TestApp, creator: Caller): Promise<void> => {
  app.clock.advance(120_000);
  await expect.poll(async () => (await task(creator)).status).toBe('open');
};

test('[TASK-23] the last owner finishes after its lease ended, while nobody took the task', async () => {
  await using app = await startTestApp();
  const { creator, partner } = await claimed(app);
  await endLease(app, creator);
  const { version } = await task(creator);
  await creator('PATCH', '/tasks/1', { body: { expectedVersion: version, priority: 3, offeredTo: 'ada' } });
  const { status, data } = await finish(partner);
  expect([status, data]).toMatchObject([
    200,
    { status: 'done', assignee: { agentId: 'bob' }, result: { text: 'All.' } },
  ]);
  expect(await finish(partner)).toMatchObject({ status: 409, error: { details: { reason: 'task_state' } } });
});

test('[TASK-23] another late owner is told who owns the task and how to claim it again', async () => {
  await using app = await startTestApp();
  const { creator, partner } = await claimed(app);
  await endLease(app, creator);
  await creator('POST', '/tasks/claim', { body: { taskId: '1' } });
  const taken = await finish(partner);
  expect([taken.status, taken.error.details]).toEqual([409, { reason: 'task_state', status: 'working' }]);
  expect(taken.error.message).toMatch(/lease of this task has ended, and ada owns it now.*tasks\/claim \{"taskId"/);
  await creator('POST', '/tasks/1/release', { body: {} });
  expect((await finish(partner)).error.message).toContain('it is open now');
  expect((await finish(creator)).error.message).toContain('it is open now');
});

test('[TASK-16] [TASK-24] a folder holds what lies below it, and likely mistakes of paths are warned of', async () => {
  await using app = await startTestApp();
  const { creator, partner } = await aSession(app);
  const make = async (...paths: string[]) =>
    (await creator<Task & { warnings?: string[] }>('POST', '/tasks', { body: { title: 'Work', paths } })).data;
  expect((await make('src/', 'lib/*/')).paths).toEqual(['src', 'lib/*/**']);
  await creator('POST', '/tasks/claim', { body: { taskId: '1' } });
  for (const paths of [['src/a.ts'], ['src'], ['src/deep/'], ['lib/x/y.ts']]) {
    const { id } = await make(...paths);
    const { error } = await partner('POST', '/tasks/claim', { body: { taskId: id } });
    expect([paths, error.details?.['reason']]).toEqual([paths, 'paths_taken']);
  }
  const free = await make('srcs/a.ts', 'docs/[ab].md');
  expect(free.warnings).toEqual(['"docs/[ab].md" is taken literally: only *, ? and ** are glob signs.']);
  const { data: other } = await partner<Task & { warnings?: string[] }>('POST', '/tasks', {
    body: { title: 'Other', paths: ['SRC/A.ts'] },
  });
  expect(other.warnings).toEqual(['Task 1 of "ada" holds a path that differs from one of this task in case alone.']);
  expect((await partner('POST', '/tasks/claim', { body: { taskId: other.id } })).data).toHaveProperty('warnings');
});

test('[TASK-25] a task that circles is told to the agent of the creator where a person asked for it', async () => {
  await using app = await startTestApp();
  const { creator, partner, observer } = await aSession(app);
  await observer('POST', '/tasks', { body: { title: 'Deploy' } });
  const circle = async (): Promise<void> => {
    await partner('POST', '/tasks/claim', { body: { taskId: '1' } });
    await partner('POST', '/tasks/1/release', { body: {} });
  };
  const told = async (): Promise<unknown[]> =>
    (await creator<{ items: { event: { event: string; data: Task } }[] }>('GET', '/inbox?since=0')).data.items
      .map(({ event }) => event)
      .filter(({ event }) => event === 'task.released')
      .map(({ data }) => data.attempts);
  await circle();
  await circle();
  expect(await told()).toEqual([]);
  await circle();
  expect(await told()).toEqual([3]);
});

test('[API-27] [TASK-13] a task whose priority rises while the list is paged comes again at the end', async () => {
  await using app = await startTestApp();
  const { creator } = await aSession(app);
  for (const title of ['1', '2', '3', '4', '5']) await creator('POST', '/tasks', { body: { title } });
  const pages: number[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { data } = await creator<{ items: Task[]; nextCursor: string | null }>('GET', `/tasks?limit=2${query}`);
    pages.push(data.items.map(({ number }) => number));
    cursor = data.nextCursor;
    if (pages.length === 1) {
      await creator('PATCH', '/tasks/4', { body: { expectedVersion: 1, priority: 3 } });
      await creator('PATCH', '/tasks/1', { body: { expectedVersion: 1, title: 'New' } });
    }
  }
  expect(pages).toEqual([
    [1, 2],
    [3, 5],
    [4, 1],
  ]);
  const whole = await creator<{ nextCursor: string | null }>('GET', '/tasks?limit=5');
  expect(whole.data.nextCursor).toBeNull();
});
