import { expect, test } from 'vitest';
import { startTwoAgents } from '../testing/two-agents.ts';

test('a session is searched by words, kind and author', async () => {
  await using two = await startTwoAgents();
  const { pairspace } = two;
  await pairspace('note new "Leap seconds" "They are out of scope."');
  await pairspace('send "leap seconds, again"', { as: 'bob' });
  const find = async (args: string): Promise<string[]> => {
    const { code, out } = await pairspace(`search ${args}`);
    expect(code).toBe(0);
    return out.split('\n').filter((text) => text !== '');
  };
  const [note, message] = await find('"LEAP sec*"');
  expect(note).toMatch(/^#\d+ note note_\w+ ada "Leap seconds" "They are out of scope\."$/);
  expect(message).toMatch(/^#\d+ message msg_\w+ bob "leap seconds, again"$/);
  expect(await find('leap seconds --kind message')).toEqual([message]);
  expect(await find('leap --author ada')).toEqual([note]);
  expect((await find('leap --public'))[0]).toMatch(/^ses_\w+ #\d+ note /);
  expect((await pairspace('search zebra')).err).toContain('Nothing was found.');
  expect((await pairspace('search "leap /"')).err).toContain('were left out: /');
  expect(await pairspace('search "*"')).toMatchObject({ code: 2, out: '' });
  expect((await pairspace('search leap --kind notes')).code).toBe(2);
});
