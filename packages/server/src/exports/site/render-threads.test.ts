import { once } from 'node:events';
import { expect, test } from 'vitest';
import { RenderThreads } from './render-threads.ts';

test('[EXP-10] the thread of a site goes on with the next one, unless it has ended', async () => {
  await using threads = new RenderThreads();
  const first = await threads.take();
  await threads.giveBack(first);
  const again = await threads.take();
  expect(again).toBe(first);

  const second = await threads.take();
  expect(second).not.toBe(first);
  await threads.giveBack(first);
  const isOver = once(first, 'exit');
  // One waits at most.
  await threads.giveBack(second);
  await isOver;
  expect(await threads.take()).toBe(second);

  await threads.giveBack(second);
  await second.terminate();
  const third = await threads.take();
  expect(third).not.toBe(second);
  await third.terminate();
  await threads.giveBack(third);
  const fourth = await threads.take();
  expect(fourth).not.toBe(third);
  await threads.giveBack(fourth);
});
