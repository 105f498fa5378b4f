import { expect, test } from 'vitest';
import { Conversation } from './conversation.ts';
import type { PromptPart } from './dialects.ts';

const pointer = '[Pairspace] 2 new entries in ses_1, up to #7; the newest: mention, by ada.';
const tools = [{ name: 'pairspace_inbox' }];

/** The numbers of the pointers that a model counts in the requests of its program. */
const heardIn = (...requests: readonly (readonly PromptPart[])[]): number[] => {
  const talk = new Conversation('(talk 1)');
  for (const told of requests) talk.answer({ tools, told });
  return talk.heard.map(({ seq }) => seq);
};

test('a pointer counts as often as it is told, and not where a program repeats its conversation', () => {
  const told: PromptPart = { by: 'program', text: pointer };
  expect(heardIn([told])).toEqual([7]);
  expect(heardIn([told], [told, { by: 'tool', text: 'read' }])).toEqual([7]);
  expect(heardIn([told], [told, told])).toEqual([7, 7]);
  expect(heardIn([{ by: 'agent', text: pointer }])).toEqual([]);
});

test('the words of a hook count once where Claude Code shows them twice', () => {
  const command = `Stop hook blocking error from command: "/bin/node main.js hook claude-code Stop": ${pointer}`;
  const feedback = `Stop hook feedback:\n${pointer}`;
  const parts = [command, feedback].map((text): PromptPart => ({ by: 'program', text }));
  expect(heardIn(parts)).toEqual([7]);
});
