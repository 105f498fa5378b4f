import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { createClient, isApproved, ValidationFailed } from './index.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ watchPauseMs: 1 });
});
afterAll(() => app[Symbol.asyncDispose]());

const aSession = async (baseUrl = app.url) => {
  const stranger = createClient({ baseUrl: app.url });
  const { session, agentToken, observerToken } = await stranger.createSession({ agentId: 'ada' });
  const ada = createClient({ baseUrl, token: agentToken, pause: () => Promise.resolve() });
  return { sessionId: session.id, ada: ada.session(session.id), person: stranger.withToken(observerToken) };
};

test('an ask is awaited until a person answers it, and says whether it was approved', async () => {
  const { sessionId, ada, person } = await aSession();
  for (const [optionId, approved] of [
    ['approve', true],
    ['deny', false],
  ] as const) {
    const asked = ada.ask({ kind: 'approval', title: 'May I push?' });
    const { id: askId, status } = await asked.created;
    expect(status).toBe('open');
    const ended = asked.answered();
    await person.answerAsk({ sessionId, askId, optionId });
    expect(isApproved(await ended)).toBe(approved);
  }
});

test('what expires or is withdrawn ends the wait, and is not approved', async () => {
  const { sessionId, ada, person } = await aSession();
  const [expiring, other] = [
    ada.ask({ kind: 'approval', title: 'May I?', expiresInMs: 60_000 }),
    ada.ask({ kind: 'question', title: 'Which?', freeText: true }),
  ];
  await expiring.created;
  app.clock.advance(60_000);
  const expired = await expiring.answered();
  expect([expired.status, isApproved(expired)]).toEqual(['expired', false]);
  const waiting = other.answered();
  await other.created;
  await person.steerSession({ sessionId, status: 'completed' });
  expect((await waiting).status).toBe('withdrawn');
});

test('the wait survives an outage, and a signal ends it with the ask open', async () => {
  await using proxy = await TcpProxy.before(app.url);
  // The connection that carries the creation is cut in the middle of the next answer.
  proxy.budget = () => (proxy.connections === 1 ? 2500 : Infinity);
  const { sessionId, ada, person } = await aSession(proxy.url);
  const asked = ada.ask({ kind: 'approval', title: 'May I?' });
  const { id: askId } = await asked.created;
  const waiting = asked.answered();
  await person.answerAsk({ sessionId, askId, optionId: 'approve' });
  expect(isApproved(await waiting)).toBe(true);
  expect(proxy.connections).toBeGreaterThan(1);
  const stop = new AbortController();
  const left = ada.ask({ kind: 'approval', title: 'May I?', signal: stop.signal });
  const { id } = await left.created;
  const ended = left.answered();
  stop.abort();
  await expect(ended).rejects.toThrow();
  expect((await person.getAsk({ sessionId, askId: id })).status).toBe('open');
});

test('a refusal is told to whoever waits', async () => {
  const { ada } = await aSession();
  await expect(ada.ask({ kind: 'question', title: 'Which?' }).answered()).rejects.toThrow(ValidationFailed);
});
