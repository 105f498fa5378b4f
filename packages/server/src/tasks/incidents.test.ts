import type { InboxItem, Task } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession, type Caller } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Incidents that users of many agents reported, replayed.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ watchPauseMs: 5 });
});
afterAll(() => app[Symbol.asyncDispose]());

const add = async (caller: Caller, body: Record<string, unknown> = {}): Promise<Task> =>
  (await caller<Task>('POST', '/tasks', { body: { title: 'Ticket 41', leaseMs: 60_000, ...body } })).data;

const claim = (caller: Caller, taskId?: string, query = '') =>
  caller<{ task: Task | null }>('POST', `/tasks/claim${query}`, { body: taskId === undefined ? {} : { taskId } });

test('[TASK-8] two agents open two pull requests for one ticket: the second is told who owns it', async () => {
  const { creator, partner } = await aSession(app);
  const ticket = await add(creator);
  const answers = await Promise.all([claim(creator, ticket.id), claim(partner, ticket.id)]);
  const [won] = answers.filter(({ status }) => status === 200);
  const lost = answers.filter(({ status }) => status === 409);
  expect(lost.map(({ error }) => error.details)).toEqual([
    { reason: 'task_taken', assignee: won?.data.task?.assignee },
  ]);
});

test('[TASK-9] two hosts take the same job four seconds apart: the second gets the next one', async () => {
  await using other = await startTestApp({}, app);
  const { id, creator, tokens } = await aSession(app);
  const [one, two] = [await add(creator), await add(creator)];
  const here = await claim(creator);
  app.clock.advance(4000);
  const there = await other.request<{ task: Task | null }>('POST', `/api/sessions/${id}/tasks/claim`, {
    token: tokens.partner,
    body: {},
  });
  expect([here.data.task?.id, there.data.task?.id]).toEqual([one.id, two.id]);
});

test('[TASK-9] claims without a task end, even if their session is opened again meanwhile', async () => {
  const { creator, partner } = await aSession(app);
  for (let round = 0; round < 5; round++) {
    await creator('PATCH', '', { body: { status: 'completed' } });
    const opening = creator('PATCH', '', { body: { status: 'active' } });
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(partner)));
    await opening;
    for (const { status, data } of claims) if (status !== 409) expect(data.task).toBeNull();
  }
});

test('[TASK-14] a dead owner blocks work for ever: its lease ends, and another takes the task', async () => {
  const { creator, partner } = await aSession(app);
  const ticket = await add(creator);
  await claim(partner, ticket.id);
  const waiting = claim(creator, undefined, '?wait=50');
  app.clock.advance(60_000);
  expect((await waiting).data.task).toMatchObject({ id: ticket.id, attempts: 2, assignee: { agentId: 'ada' } });
});

test('[TASK-17] hours of silence after a wake that was skipped: the end of the lease is told, and stays in the inbox', async () => {
  const { creator, partner } = await aSession(app);
  const ticket = await add(creator, { offeredTo: 'bob' });
  await claim(partner, ticket.id);
  app.clock.advance(60_000);
  const told = async () => {
    const { data } = await creator<{ items: InboxItem[] }>('GET', '/inbox?wait=1');
    return data.items.filter(({ reason }) => reason === 'task').map(({ event }) => event.event);
  };
  await expect.poll(told).toEqual(['task.claimed', 'task.released']);
  // An agent that nobody woke reads it whenever it looks.
  app.clock.advance(3 * 3_600_000);
  expect(await told()).toEqual(['task.claimed', 'task.released']);
});

test('[TASK-16] eight edit collisions a day in one checkout: a claim of held paths is refused', async () => {
  const { creator, partner } = await aSession(app);
  await add(creator, { paths: ['src/dates/**'], claim: true });
  const second = await add(partner, { paths: ['src/**/parse.ts'] });
  const refused = await claim(partner, second.id);
  expect([refused.status, refused.error.details?.['reason']]).toEqual([409, 'paths_taken']);
  expect((await claim(partner)).data.task).toBeNull();
});
