import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTwoAgents } from '../testing/two-agents.ts';

test('nothing is emptied by an empty standard input or file, unless --empty asks for it', async () => {
  await using two = await startTwoAgents();
  const { pairspace, home } = two;
  await pairspace('note new Kept "the text"');
  const empty = join(home, 'empty.txt');
  await writeFile(empty, '');
  for (const args of [
    'note edit Kept',
    'note edit Kept -',
    'note edit Kept ""',
    `note edit Kept --file "${empty}"`,
    'note edit Kept --append -',
    'note new Other -',
    'file put - out.txt',
    'send',
    'send -',
    `send --file "${empty}"`,
    'webhooks add http://127.0.0.1:9/hook --secret-from -',
  ]) {
    const { code, err } = await pairspace(args);
    expect({ args, code }).toEqual({ args, code: 2 });
    expect(err).toMatch(/is empty: .* is missing/);
  }
  expect((await pairspace('note show Kept')).out).toBe('the text\n');
  expect((await pairspace('note edit Kept - --empty')).code).toBe(0);
  expect((await pairspace('note show Kept')).out).toBe('\n');
  expect((await pairspace('file put - out.txt --empty')).code).toBe(0);
  expect((await pairspace('file get out.txt')).out).toBe('');
  expect((await pairspace('file put -', { input: 'x' })).err).toContain('file put - <path>');
  expect((await pairspace(`send hi --file "${empty}"`)).err).toContain('as a word or with --file, not both');
});

test('an earlier version of a note is listed, shown and written again; a note is deleted', async () => {
  await using two = await startTwoAgents();
  const { pairspace } = two;
  await pairspace('note new Past "first words"');
  await pairspace('note edit Past "" --empty --title Passed');
  const { out } = await pairspace('note history Passed');
  expect(out).toMatch(/^v2 .*Z {2}0 B {3}ada {2}"Passed"\nv1 .*Z {2}11 B {2}ada {2}"Past"\n$/);
  expect((await pairspace('note show Passed --at 1')).out).toBe('first words\n');
  expect((await pairspace('note restore Passed 1')).out).toMatch(/^Wrote version 3 of note_\w+, as version 1 was\.$/m);
  expect((await pairspace('note show Past')).out).toBe('first words\n');
  expect((await pairspace('note restore Past 9')).code).toBe(4);
  expect((await pairspace('note rm Past')).out).toMatch(/^Deleted note_\w+\.$/m);
  expect((await pairspace('note show Past')).code).toBe(4);
});
