import { defaultLimits, type Task } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

const reasonOf = ({ error }: { error: { details?: Record<string, unknown> } | undefined }): unknown =>
  error?.details?.['reason'];

test('[TASK-3] [TASK-16] a session has so many tasks, dependencies and held paths, and not one more', async () => {
  const limits = { ...defaultLimits, openTasksPerSession: 3, tasksPerSession: 5, taskDependencies: 3, heldPaths: 2 };
  await using app = await startTestApp({ limits });
  const { creator, partner } = await aSession(app);
  const add = (body: Record<string, unknown> = {}) =>
    creator<Task>('POST', '/tasks', { body: { title: 'A task', ...body } });
  const cancel = (task: Task) => creator<Task>('POST', `/tasks/${task.id}/cancel`, { body: {} });

  const one = (await add()).data;
  const two = (await add({ dependsOn: ['1'] })).data;
  expect(reasonOf(await add({ dependsOn: ['1', '2', one.id] }))).toBeUndefined();
  expect(reasonOf(await add())).toBe('limit_reached');
  await cancel(two);
  expect(reasonOf(await add({ dependsOn: ['1'] }))).toBe('limit_reached');
  expect((await add({ paths: ['a', 'b'], claim: true })).data.number).toBe(4);
  expect(reasonOf(await creator('POST', `/tasks/${two.id}/reopen`, { body: {} }))).toBe('limit_reached');
  await cancel(one);
  const fifth = (await add({ paths: ['c'] })).data;
  expect(fifth.number).toBe(5);
  await cancel(fifth);
  expect(reasonOf(await add())).toBe('limit_reached');
  await creator('POST', `/tasks/${fifth.id}/reopen`, { body: {} });
  expect(reasonOf(await partner('POST', '/tasks/claim', { body: { taskId: fifth.id } }))).toBe('limit_reached');
});
