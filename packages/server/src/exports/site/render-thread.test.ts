import { afterAll, expect, test } from 'vitest';
import { Semaphore } from '../../lib/semaphore.ts';
import { openRenderThreads, RenderThread } from './render-thread.ts';

const threads = openRenderThreads();
afterAll(() => threads[Symbol.asyncDispose]());

test('exports that wait to render go in their order', async () => {
  const rendering = new Semaphore(1);
  const order: string[] = [];
  const render = async (name: string, renderer: RenderThread): Promise<void> => {
    await renderer.code('let x = 1;\n'.repeat(1000), 'a.ts');
    order.push(name);
    renderer[Symbol.dispose]();
  };
  const held = await rendering.take();
  const rendered = ['first', 'second'].map((name) => render(name, new RenderThread(rendering, threads)));
  held[Symbol.dispose]();
  await Promise.all(rendered);
  expect(order).toEqual(['first', 'second']);
  expect(rendering.isAwaited).toBe(false);
});
