import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Caller } from '../caller.ts';
import { rule, sessionRule } from '../rule.ts';
import type { SessionFixture } from '../session-fixture.ts';
import { fieldsOf, range } from '../tools.ts';

const say = (caller: Caller, content: string) => caller.ok('postMessage', { body: { content } });

const refusedAsLoop = async (caller: Caller, content: string): Promise<number> => {
  const { details } = await caller.refused('RATE_LIMITED', 'postMessage', { body: { content } });
  equal(details['reason'], 'loop');
  return Number(details['retryAfterSeconds']);
};

const courtesies = [
  'Thank you so much!',
  'You’re very welcome!',
  '🙏',
  'Sounds great, have a nice day.',
  'Likewise! Goodbye.',
  'Agreed, 100 %.',
];

/** Two agents thank each other twelve times. */
const thank = async (one: Caller, other: Caller): Promise<void> => {
  for (const turn of range(12)) await say(turn % 2 === 0 ? one : other, courtesies[turn % courtesies.length] ?? '');
};

sessionRule('LOOP-1', 'after twelve empty messages in a row the next one is refused', async ({ creator, partner }) => {
  await thank(creator, partner);
  equal(await refusedAsLoop(creator, 'Thanks again, Bob!'), 60);
  ok((await refusedAsLoop(partner, 'Bye!')) <= 60);
  const { items } = await creator.ok('listMessages');
  deepEqual(fieldsOf(items.slice(-2), 'authorRole'), ['partner', 'system']);
});

sessionRule('LOOP-4', 'the service says once why, and what ends it', async ({ creator, partner }) => {
  await thank(creator, partner);
  for (const caller of [creator, partner, creator]) await refusedAsLoop(caller, 'Thanks!');
  const { items } = await creator.ok('listMessages');
  const said = items.filter(({ authorRole }) => authorRole === 'system');
  equal(said.length, 1);
  match(said[0]?.content ?? '', /a question, a note, a file, a job/);
});

sessionRule('LOOP-3', 'a message that says something passes and ends the loop', async ({ creator, partner }) => {
  await thank(creator, partner);
  await refusedAsLoop(creator, 'Thanks!');
  await say(partner, 'The parser fails at line 3.');
  await say(creator, 'Thanks!');
});

rule('LOOP-3', 'a note, a file, a job, a person and a change by the creator end it too', async ({ aSession }) => {
  const ends: ((fixture: SessionFixture) => Promise<unknown>)[] = [
    ({ partner }) => partner.ok('createNote', { body: { title: 'Plan' } }),
    ({ partner }) => partner.ok('writeFile', { body: { path: 'a.txt', content: 'a' } }),
    ({ partner }) => partner.ok('submitJob', { body: { type: 'work' } }),
    ({ observer }) => observer.ok('postHumanMessage', { body: { content: 'Go on.' } }),
    ({ creator }) => creator.ok('updateSession', { body: { name: 'Next' } }),
  ];
  for (const end of ends) {
    const fixture = await aSession();
    const { creator, partner } = fixture;
    await creator.ok('configurePool', { body: { provider: 'worker' } });
    await thank(creator, partner);
    await refusedAsLoop(creator, 'Thanks!');
    await end(fixture);
    await say(creator, 'Thanks!');
  }
});

sessionRule('LOOP-1', 'courtesies between messages that say something are no loop', async ({ creator, partner }) => {
  for (const turn of range(16))
    await say(turn % 2 === 0 ? creator : partner, turn % 5 === 4 ? `Part ${String(turn)}` : 'Thanks!');
});

sessionRule('LOOP-1', 'one agent alone is no loop', async ({ creator }) => {
  for (const turn of range(14)) await say(creator, courtesies[turn % courtesies.length] ?? '');
});
