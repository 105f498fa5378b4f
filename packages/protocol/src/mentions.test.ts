import { describe, expect, test } from 'vitest';
import { findMentions, mentionsIn } from './mentions.ts';

const seats = ['ada', 'bob', 'bob-2', 'a_b', 'team.lead'];

const mentioned: [text: string, ids: string[]][] = [
  ['@bob please', ['bob']],
  ['1.@bob please', ['bob']],
  ['done.@bob', ['bob']],
  ['cc:@bob', ['bob']],
  ['-@bob', ['bob']],
  ['_@bob_', ['bob']],
  ['**@bob**, *@ada*', ['bob', 'ada']],
  ['＠bob', ['bob']],
  ['请@bob看一下', ['bob']],
  ['é@bob', ['bob']],
  ['"@bob"', ['bob']],
  ['(@bob)', ['bob']],
  ['[@bob]: ping', ['bob']],
  ['[@bob](https://site.test)', ['bob']],
  ['<b>@bob</b>', ['bob']],
  ['Ask @bob. He knows.', ['bob']],
  ['@bob.He knows', ['bob']],
  ['@bob’s and @ada…', ['bob', 'ada']],
  ['@bob-2 and @team.lead, @a_b_', ['bob-2', 'team.lead', 'a_b']],
  ['@bob/@ada', ['bob', 'ada']],
  ['@bob/ see', ['bob']],
  ['@bob: src/a.ts', ['bob']],
  ['\\@bob', ['bob']],
  ['| @bob | x |\n| - | - |', ['bob']],
  ['> - @bob\n>\n> # @ada', ['bob', 'ada']],
  ['text\n    @bob goes on', ['bob']],
  ['- `a\n- @bob `', ['bob']],
  ['https://site.test @bob', ['bob']],
  ['(https://site.test)@bob', ['bob']],
  ['`code`@bob', ['bob']],
  ['@bob @bob @ada', ['bob', 'ada']],
];

const unmentioned = [
  'no sign at all',
  'jane@bob.com',
  'x1@bob',
  '@bobby',
  '@Bob',
  '@ bob',
  '`@bob`',
  '`` ` @bob ``',
  '```\n@bob\n```',
  '~~~\n@bob',
  '> ```\n> @bob',
  '    @bob',
  '\t@bob',
  '- a\n\n      @bob',
  '@bob/x',
  '@types/node',
  '@bob-tools/core',
  'https://site.test/@bob',
  'https://site.test/_@bob_',
  '<https://site.test/@bob>',
  'wss://a.test?u=@bob',
  'site.test/@bob',
  '[x](https://a.test/@bob)',
  '[x](../@bob)',
];

describe('[MSG-3] a mention is the sign and the longest id that has a seat', () => {
  test.each(mentioned)('%j mentions %j', (text, ids) => {
    expect(findMentions(text, seats).agentIds).toEqual(ids);
  });
  test.each(unmentioned)('%j mentions nobody', (text) => {
    expect(findMentions(text, seats).agentIds).toEqual([]);
  });
  test('64 agents in one text are all mentioned', () => {
    const ids = Array.from({ length: 64 }, (_, index) => `agent-${String(index)}`);
    expect(findMentions(ids.map((id) => `@${id}`).join(','), ids).agentIds).toEqual(ids);
  });
  test('a text is marked where it mentions', () => {
    expect(mentionsIn('hi @bob., @bob-2', seats)).toEqual([
      { start: 3, end: 7, agentId: 'bob' },
      { start: 10, end: 16, agentId: 'bob-2' },
    ]);
  });
});

describe('[MSG-8] a name that nobody has is found', () => {
  test.each([
    ['@bobby, 1.@eve. and @Bob_', ['bobby', 'eve', 'Bob']],
    ['@Component({}) `@x` @types/node a@b.test https://c.test/@d', []],
  ])('in %j', (text, names) => {
    expect(findMentions(text, seats).unknown).toEqual(names);
  });
});
