import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonOf, startTwoAgents } from '../testing/two-agents.ts';

test('[DOOR-54] a task is asked for, claimed, ended, and shown by its number', async () => {
  await using two = await startTwoAgents();
  const { pairspace, home } = two;
  expect((await pairspace('task list')).err).toContain('Ask for work: pairspace task new <title>');
  const made = await pairspace(
    'task new "Parse dates" "ISO 8601 alone" --path "src/dates/**" --path a.md --label ts --priority 3 --lease 30',
  );
  expect(made).toMatchObject({ code: 0, out: 'task 1 "Parse dates", open, priority 3\n', err: '' });
  expect((await pairspace('task new "Test them" --after 1 --offer bob')).code).toBe(0);
  expect((await pairspace('task list')).out).toBe(
    '2  offered  p1  to bob  "Test them", waits for 1\n1  open     p3  -       "Parse dates"\n',
  );
  const claimed = await pairspace('task claim --label ts', { as: 'bob' });
  expect(claimed.code).toBe(0);
  expect(claimed.out.replace(/until \S+,/, 'until T,')).toBe(`task 1 "Parse dates", working, owner bob, priority 3
asked for by ada, claimed 1 times
lease until T, and longer by each call of its owner
paths: "src/dates/**", "a.md"
labels: "ts"
description:
  | ISO 8601 alone
`);
  expect(claimed.err).toBe('It is yours. When it is finished: pairspace task done 1 <result>\n');
  expect((await pairspace('task list --path src/dates/parse.ts')).out).toBe('1  working  p3  bob  "Parse dates"\n');
  expect((await pairspace('task list --ready')).out).toBe('');
  await writeFile(join(home, 'result.md'), 'It parses.\n');
  const done = await pairspace(
    `task done 1 --file ${join(home, 'result.md')} --link file:src/dates.ts --link https://example.org/1`,
    { as: 'bob' },
  );
  expect(done.out).toBe('task 1 "Parse dates", done, by bob, priority 3\n');
  const shown = (await pairspace('task show 1')).out;
  expect(shown).toContain('\nmade: file "src/dates.ts"\nmade: url "https://example.org/1"\n');
  expect(shown).toContain('\nresult:\n  | It parses.\n');
  expect((await pairspace('task list --all')).out.split('\n')).toHaveLength(3);
  expect((await pairspace('task decline 2 "no time"', { as: 'bob' })).out).toBe('task 2 "Test them", open\n');
  expect((await pairspace('task show 2')).out).toContain('\nreason: "no time"\n');
  expect((await pairspace('task claim --wait 1', { as: 'bob' })).out).toContain('task 2 "Test them", working');
  expect((await pairspace('task release 2', { as: 'bob' })).out).toBe('task 2 "Test them", open\n');
  expect((await pairspace('task claim 2', { as: 'bob' })).code).toBe(0);
  expect((await pairspace('task fail 2 "no clock"', { as: 'bob' })).out).toBe('task 2 "Test them", failed, by bob\n');
  expect((await pairspace('task reopen 2 "try again"')).out).toBe('task 2 "Test them", open\n');
  expect((await pairspace('task cancel 2')).out).toBe('task 2 "Test them", cancelled\n');
  expect(jsonOf<{ number: number; leaseMs: number }>(await pairspace('task show 1 --json'))).toMatchObject({
    number: 1,
    leaseMs: 1_800_000,
  });
  expect(jsonOf(await pairspace('task new "Mine" --claim --json'))).toMatchObject({
    status: 'working',
    assignee: { agentId: 'ada' },
  });
});

test('[DOOR-54] a refused step names who or what stands in the way, and an empty claim ends with 8', async () => {
  await using two = await startTwoAgents();
  const { pairspace } = two;
  await pairspace('task new Parse --path "src/**"');
  await pairspace('task new Print --path src/print.ts');
  await pairspace('task new Ship --after 1 --after 2');
  await pairspace('task claim 1', { as: 'bob' });
  const refused = async (args: string, as = 'ada') => {
    const { code, err } = await pairspace(args, { as });
    return `${String(code)} ${err.split('→ ')[1] ?? err}`.replace(/task_\w{10,}/g, 'ID').trimEnd();
  };
  expect(await refused('task claim 1')).toBe('5 Its owner is bob. See what is free: pairspace task list --ready');
  expect(await refused('task claim 2')).toBe(
    '5 Its paths are held by task 1 "Parse" of bob. Ask the owner, or take another task; --overlap claims it all the same.',
  );
  expect(await refused('task claim 3')).toBe(
    '5 It waits for ID, ID. Do those first, or take another: pairspace task claim',
  );
  expect(await refused('task claim')).toBe('8 No task is ready for you. Wait for one: pairspace task claim --wait 50');
  expect(jsonOf(await pairspace('task claim --json'))).toEqual({ task: null });
  expect(await refused('task claim 2 --overlap')).toMatch(/^0 It is yours/);
  expect(await refused('task done 1')).toMatch(/^3 /);
  await pairspace('task done 1', { as: 'bob' });
  expect(await refused('task done 1', 'bob')).toBe('5 See how it stands: pairspace task show');
  expect(await refused('task claim 1')).toMatch(/^5 See its result: pairspace task show/);
  expect(await refused('task show 9')).toMatch(/^4 .*pairspace task list/);
  expect(await refused('task new Late --after 9')).toMatch(/^2 /);
  expect(await refused('task done 2 --link nowhere')).toMatch(/^2 pairspace task done --help/);
  expect(await refused('task new X --priority 4')).toMatch(/^2 /);
  expect(await refused('task new X --lease 0')).toMatch(/^2 /);
  expect(await refused('task')).toMatch(/^2/);
});
