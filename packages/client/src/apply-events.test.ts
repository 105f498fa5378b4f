import { applyEvents, emptySessionState, type Event } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { type Client, createClient } from './client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const byId = (items: readonly { id: string }[]): unknown[] => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** A session in which entities of every kind were created and changed, and some deleted. */
const aWorkedSession = async (): Promise<{ client: Client; sessionId: string; events: Event[] }> => {
  const stranger = createClient({ baseUrl: app.url });
  const { session, agentToken } = await stranger.createSession({ agentId: 'ada' });
  const sessionId = session.id;
  const client = stranger.withToken(agentToken);
  const inviteCode = session.inviteCode ?? '';
  await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  await stranger.observeSession({ sessionId, name: 'Eva' });
  await client.postMessage({ sessionId, content: 'Hello' });
  const kept = await client.createNote({ sessionId, title: 'Kept', content: 'one' });
  const gone = await client.createNote({ sessionId, title: 'Gone' });
  await client.updateNote({ sessionId, noteId: kept.id, expectedVersion: 1, content: 'two' });
  await client.deleteNote({ sessionId, noteId: gone.id });
  await client.writeFile({ sessionId, path: 'a.txt', content: 'a' });
  await client.writeFile({ sessionId, path: 'b.txt', content: 'b' });
  await client.deleteFile({ sessionId, path: 'a.txt' });
  await client.updateSession({ sessionId, status: 'paused' });
  const events = await Array.fromAsync(client.pages('listEvents', { sessionId, since: 0 }));
  return { client, sessionId, events };
};

test('[LOG-1] the state that the log tells is the one that the service has', async () => {
  const { client, sessionId, events } = await aWorkedSession();
  const state = applyEvents(emptySessionState, events);
  const session = await client.getSession({ sessionId });
  expect(state.session).toMatchObject({ name: session.name, status: 'paused', agents: session.agents });
  expect([...state.seats.keys()]).toEqual(['ada', 'bob']);
  expect(byId([...state.notes.values()])).toEqual(byId((await client.listNotes({ sessionId })).items));
  expect(byId([...state.files.values()])).toEqual(byId((await client.listFiles({ sessionId })).items));
  expect(byId([...state.observers.values()])).toEqual(byId((await client.listObservers({ sessionId })).items));
  expect(state).toMatchObject({ seq: session.lastSeq, messageCount: 1, isDeleted: false });
  expect(state.acts.get('ada')).toMatchObject({ messages: 1, lastSeq: session.lastSeq });
});

test('a state stays as it was, and what it has already changes nothing', async () => {
  const { events } = await aWorkedSession();
  const early = applyEvents(emptySessionState, events.slice(0, 5));
  const seen = structuredClone(early);
  const late = applyEvents(early, events);
  expect(early).toEqual(seen);
  expect(late).toEqual(applyEvents(emptySessionState, events));
  expect(applyEvents(late, events)).toEqual(late);
  expect(emptySessionState.notes.size).toBe(0);
});
