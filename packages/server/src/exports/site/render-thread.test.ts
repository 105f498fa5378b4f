import { afterAll, expect, test } from 'vitest';
import { Quota, tooManyOpen } from '../../limits/quota.ts';
import { openRenderThreads, RenderThread } from './render-thread.ts';

const threads = openRenderThreads();
afterAll(() => threads[Symbol.asyncDispose]());

test('[EXP-10] of the exports that wait to render, members go before strangers, and those that rendered less go first', async () => {
  const rendering = new Quota({ most: { process: 1 }, refusal: tooManyOpen('sites') });
  const order: string[] = [];
  const render = async (name: string, renderer: RenderThread): Promise<void> => {
    await renderer.code('let x = 1;\n'.repeat(1000), 'a.ts');
    order.push(name);
    renderer[Symbol.dispose]();
  };
  const used = new RenderThread(rendering, threads);
  await used.code('let x = 1;\n'.repeat(5000), 'a.ts');
  used[Symbol.dispose]();
  const held = rendering.take({ address: 'exports', client: 'test' });
  const rendered = [
    render('stranger', new RenderThread(rendering, threads, false)),
    render('member that rendered', used),
    render('member', new RenderThread(rendering, threads)),
  ];
  held[Symbol.dispose]();
  await Promise.all(rendered);
  expect(order).toEqual(['member', 'member that rendered', 'stranger']);
});
