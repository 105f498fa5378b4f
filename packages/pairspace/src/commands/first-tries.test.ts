import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonOf, startTwoAgents } from '../testing/two-agents.ts';

test('a reply names its message by the number that the inbox shows, or by its id', async () => {
  await using two = await startTwoAgents();
  const { pairspace } = two;
  const asked = jsonOf<{ id: string; seq: number }>(await pairspace('send "@bob which zone?" --json'));
  for (const named of [String(asked.seq), `"#${String(asked.seq)}"`, asked.id]) {
    const reply = jsonOf(await pairspace(`send UTC --reply-to ${named} --json`, { as: 'bob' }));
    expect(reply).toMatchObject({ replyTo: asked.id });
  }
  for (const other of ['1', '999']) {
    const refused = await pairspace(`send UTC --reply-to ${other}`, { as: 'bob' });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain(`#${other} is no message of this session`);
  }
});

test('the first program of a session makes its pool', async () => {
  await using two = await startTwoAgents({ compute: 'workers' });
  const { pairspace, home } = two;
  expect((await pairspace('pool')).out).toContain('has no pool yet');
  await writeFile(join(home, 'hello.js'), 'console.log(1);');
  expect((await pairspace(`run "${join(home, 'hello.js')}" --detach`)).code).toBe(0);
  expect((await pairspace('pool')).out).toMatch(/of 1000 credits are left[^]*0 running, 1 waiting/);
});

test('a wait in which nothing comes says so, and a logout says that the seat stays taken', async () => {
  await using two = await startTwoAgents();
  const { pairspace } = two;
  await pairspace('inbox', { as: 'bob' });
  const waited = await pairspace('wait --seconds 0', { as: 'bob' });
  expect(waited).toMatchObject({ code: 8, out: '' });
  expect(waited.err).toContain('Nothing came within 0 s.');
  expect((await pairspace('wait --seconds 0 --quiet', { as: 'bob' })).err).toBe('');
  expect((await pairspace('logout', { as: 'bob' })).err).toContain('The seat stays taken');
});
