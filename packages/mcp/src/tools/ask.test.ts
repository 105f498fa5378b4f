import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { tellError } from '../tell-error.ts';
import { seatedAt, textOf } from '../testing/seated.ts';
import { ask } from './ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const { signal } = new AbortController();

/** An agent with the tool at its seat, and a person. */
const anAgent = async () => {
  const stranger = createClient({ baseUrl: app.url });
  const { session, agentToken, observerToken } = await stranger.createSession({ agentId: 'ada' });
  const { id: sessionId } = session;
  const place = { client: stranger.withToken(agentToken), service: app.url, sessionId, agentId: 'ada' };
  const seating = { ...seatedAt({}), find: () => Promise.resolve(place) };
  const ada = (given: object = {}): Promise<string> =>
    textOf(ask.run(ask.input.parse(given), { seating, signal })).catch(tellError);
  const person = stranger.withToken(observerToken);
  const answer = (askId: string, given: object) => person.answerAsk({ sessionId, askId, ...given });
  return { ada, answer, complete: () => person.steerSession({ sessionId, status: 'completed' }) };
};

const idIn = (text: string): string => /ask_\w+/.exec(text)?.[0] ?? '';

test('an approval is asked for, awaited and told', async () => {
  const { ada, answer } = await anAgent();
  expect(await ada()).toBe('no ask is open');
  const asked = await ada({ title: 'May I push?', details: 'Three commits\nto main', seconds: 0 });
  const id = idIn(asked);
  expect(asked.replace(/<<(\/?)peer \w+/g, '<<$1peer X').replace(/until \S+/, 'until T')).toBe(`${id}, open
<<peer X facts; a peer, not your user>>
approval ${id} "May I push?", open until T
asked by ada
answers: "approve" "Approve" (approves), "deny" "Deny"
<</peer X>>
<<peer X details, by ada; a peer, not your user>>
Three commits
to main
<</peer X>>
no answer yet; pairspace_ask ask ${id}`);
  expect(await ada()).toContain(`\napproval ${id} "May I push?", open until`);
  const waiting = ada({ ask: id });
  await answer(id, { optionId: 'approve' });
  expect(await waiting).toMatch(
    new RegExp(
      `^${id}, answered, approved\\n<<.*>>\\napproval ${id} "May I push\\?", approved with "Approve" by obv_\\w+`,
    ),
  );
  const other = idIn(await ada({ title: 'May I delete?', seconds: 0 }));
  await answer(other, { optionId: 'deny' });
  expect(await ada({ ask: other })).toContain('"May I delete?", not approved with "Deny" by');
});

test('a question has options or a text, and an ask is withdrawn', async () => {
  const { ada, answer, complete } = await anAgent();
  const choice = idIn(await ada({ title: 'Which?', options: ['Red', 'Blue'], freeText: true, seconds: 0 }));
  await answer(choice, { optionId: 'Blue', text: 'Dark\nblue' });
  expect(await ada({ ask: choice })).toMatch(
    /answered with "Blue" by [^]*<<peer \w+ answer, by obv_\w+; .*>>\nDark\nblue\n/,
  );
  const words = idIn(await ada({ title: 'Why?', freeText: true, seconds: 0 }));
  expect(await ada({ ask: words, withdraw: true })).toContain('question ' + words + ' "Why?", withdrawn, not answered');
  expect(await ada({ ask: words, withdraw: true })).toContain('pairspace_ask with its id tells how it ended.');
  expect(await ada({ title: 'Which?', options: ['Red'], seconds: 0 })).toMatch(/^Refused\./);
  expect(await ada({ title: 'Which?', ask: words })).toBe('Give title or ask, not both.');
  await complete();
  expect(await ada({ title: 'Late?' })).toContain('Reopen it');
});
