import { expect, test } from 'vitest';
import { RenderThreads } from './render-threads.ts';

test('[EXP-10] a thread goes on with the next task, unless it has ended', async () => {
  await using threads = new RenderThreads();
  threads.prepare();
  const first = await threads.take();
  threads.giveBack(first);
  threads.prepare();
  expect(await threads.take()).toBe(first);

  const second = await threads.take();
  expect(second).not.toBe(first);
  threads.giveBack(first);
  threads.giveBack(second);
  expect(new Set([await threads.take(), await threads.take()])).toEqual(new Set([first, second]));

  threads.giveBack(second);
  await second.terminate();
  const third = await threads.take();
  expect(third).not.toBe(second);
  await third.terminate();
  threads.giveBack(third);
  const fourth = await threads.take();
  expect(fourth).not.toBe(third);
  for (const thread of [first, fourth]) threads.giveBack(thread);
});
