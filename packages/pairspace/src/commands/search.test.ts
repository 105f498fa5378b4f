import { expect, test } from 'vitest';
import { startTwoAgents } from '../testing/two-agents.ts';

test('[SRCH-14] a session is searched by words, kind and author', async () => {
  await using two = await startTwoAgents();
  const { pairspace } = two;
  await pairspace('note new "Leap seconds" "They are out of scope."');
  await pairspace('send "leap seconds, again"', { as: 'bob' });
  const untilFound = async (args: string, lines: number): Promise<string[]> => {
    for (let left = 20; ; left--) {
      const { code, out } = await pairspace(`search ${args}`);
      expect(code).toBe(0);
      const found = out.split('\n').filter((text) => text !== '');
      if (found.length === lines || left === 0) return found;
    }
  };
  const [note, message] = await untilFound('"LEAP sec*"', 2);
  expect(note).toMatch(/^#\d+ note note_\w+ ada "Leap seconds" "They are out of scope\."$/);
  expect(message).toMatch(/^#\d+ message msg_\w+ bob "leap seconds, again"$/);
  expect(await untilFound('leap seconds --kind message', 1)).toEqual([message]);
  expect(await untilFound('leap --author ada', 1)).toEqual([note]);
  expect((await untilFound('leap --public', 2))[0]).toMatch(/^ses_\w+ #\d+ note /);
  expect((await pairspace('search zebra')).err).toContain('Nothing was found.');
  expect(await pairspace('search "re*d"')).toMatchObject({ code: 2, out: '' });
  expect((await pairspace('search leap --kind notes')).code).toBe(2);
});
