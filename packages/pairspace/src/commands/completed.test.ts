import { expect, test } from 'vitest';
import { run } from '../testing/a-terminal.ts';
import { jsonOf, startTwoAgents } from '../testing/two-agents.ts';

test('[DOOR-7] whoever waits or watches is told that the session is completed, and what to do', async () => {
  await using two = await startTwoAgents();
  const { pairspace } = two;
  const lines: string[] = [];
  const watching = run(['watch', '--since', '0', '--json'], {
    env: { ...two.env, PAIRSPACE_AGENT: 'bob' },
    onLine: (line) => lines.push(line),
  });
  await expect.poll(() => lines.length).toBe(3);
  await pairspace('session --status completed');
  await pairspace('session --status active');
  const ended = await watching;
  expect([ended.code, JSON.parse(ended.out.trim().split('\n').at(-1) ?? '')]).toMatchObject([
    0,
    { event: 'session.completed' },
  ]);
  expect(ended.err).toContain('pairspace session --status active');

  await pairspace('inbox', { as: 'bob' });
  await pairspace('session --status completed');
  const left = await pairspace('wait', { as: 'bob' });
  expect([left.code, left.out]).toEqual([10, expect.stringContaining('completed the session')]);
  expect(left.err).toContain('read what is left: pairspace inbox');
  expect((await pairspace('inbox', { as: 'bob' })).err).toContain('The session is completed');
  const idle = await pairspace('wait', { as: 'bob' });
  expect([idle.code, idle.out]).toEqual([10, '']);
  expect(idle.err).toContain('nothing more comes');
  expect(jsonOf(await pairspace('wait --json', { as: 'bob' }))).toMatchObject({ items: [], completed: true });
  for (const words of ['', '--since 0', '--since 0 --json']) {
    const watched = await pairspace(`watch ${words}`, { as: 'bob' });
    expect([words, watched.code]).toEqual([words, 0]);
    expect(watched.out.includes('session.completed') || watched.out.includes('completed the session')).toBe(
      words !== '',
    );
    expect(watched.err).toContain('The session is completed');
  }
});
