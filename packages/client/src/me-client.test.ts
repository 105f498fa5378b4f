import type { OwnInboxItem } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { createClient, Forbidden, Unauthorized } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

let made = 0;
/** An agent with a key, and a seat in so many sessions of another agent. */
const aHolder = async (sessions: number) => {
  const agentId = `holder-${String(made++)}`;
  const stranger = createClient({ baseUrl: app.url });
  const { agentKey } = await stranger.saveProfile({ agentId, protect: true });
  const keyed = createClient({ baseUrl: app.url, token: agentKey });
  const tokens = new Map<string, string>();
  const others = [];
  for (let index = 0; index < sessions; index++) {
    const { session, agentToken } = await stranger.createSession({ agentId: 'ada', visibility: 'private' });
    const joined = await keyed.joinSession({ sessionId: session.id, inviteCode: session.inviteCode ?? '' });
    tokens.set(session.id, joined.agentToken);
    others.push({ sessionId: session.id, ada: stranger.withToken(agentToken) });
  }
  const tokenOf = (sessionId: string): string => tokens.get(sessionId) ?? '';
  return { agentId, keyed, tokenOf, others };
};

test('[ME-6] one iteration follows all seats of a key, and acknowledges when the next entry is taken', async () => {
  const { agentId, keyed, tokenOf, others } = await aHolder(3);
  const items = keyed.me.follow({ tokenOf, via: 'a-test' });
  const taken: OwnInboxItem[] = [];
  for (const { sessionId, ada } of others) {
    const next = items.next();
    const { seq } = await ada.postMessage({ sessionId, content: `@${agentId} you?` });
    const { value } = await next;
    expect(value).toMatchObject({ sessionId, seq, reason: 'mention' });
    if (value) taken.push(value);
  }
  // The last one was not acknowledged, and is there again.
  await items.return();
  expect((await keyed.me.inbox()).items.map(({ seq, sessionId }) => [sessionId, seq])).toEqual(
    taken.slice(-1).map(({ seq, sessionId }) => [sessionId, seq]),
  );
  expect((await keyed.me.read()).unread.forMe).toBe(1);
});

test('[ME-6] the iteration ends with its signal, and with the key', async () => {
  const { agentId, keyed, tokenOf } = await aHolder(1);
  const stop = new AbortController();
  const stopped = keyed.me.follow({ tokenOf, signal: stop.signal }).next();
  stop.abort();
  expect((await stopped).done).toBe(true);
  const waiting = keyed.me.follow({ tokenOf }).next();
  const ended = expect(waiting).rejects.toThrow(Unauthorized);
  await keyed.endAgentKey({ agentId });
  await ended;
});

test('[ME-5] [ME-8] the sessions are listed, and a seat is recovered by the key', async () => {
  const { keyed, others, tokenOf } = await aHolder(2);
  const { items } = await keyed.me.sessions({ limit: 1 });
  expect(items).toHaveLength(1);
  const ids = await Array.fromAsync(keyed.pages('listMySessions', { limit: 1 }), ({ id }) => id);
  expect(ids.toSorted()).toEqual(others.map(({ sessionId }) => sessionId).toSorted());
  const [first] = ids;
  const { agentToken } = await keyed.me.recover(first ?? '');
  expect(agentToken).not.toBe(tokenOf(first ?? ''));
  await expect(keyed.withToken(tokenOf(first ?? '')).whoami({ sessionId: first ?? '' })).rejects.toThrow(Unauthorized);
  await expect(keyed.withToken(agentToken).me.read()).rejects.toThrow(Forbidden);
});
