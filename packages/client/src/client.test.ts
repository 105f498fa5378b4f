import { type Endpoint, endpoints, type Message, type Note, type Session } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { type Client, createClient } from './client.ts';
import { ServiceError, UnexpectedAnswer } from './index.ts';

let app: TestApp;
let stranger: Client;
beforeAll(async () => {
  app = await startTestApp();
  stranger = createClient({ baseUrl: `${app.url}/` });
});
afterAll(() => app[Symbol.asyncDispose]());

const aPair = async () => {
  const created = await stranger.createSession({ agentId: 'ada' });
  const sessionId = created.session.id;
  const inviteCode = created.session.inviteCode ?? '';
  const joined = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  return { sessionId, ada: stranger.withToken(created.agentToken), bob: stranger.withToken(joined.agentToken) };
};

const refusalOf = async (refused: Promise<unknown>): Promise<ServiceError> => {
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  if (!(error instanceof ServiceError)) throw new Error('was not refused', { cause: error });
  return error;
};

test('[API-1] there is a method for each endpoint, and it takes its parameters in one object', async () => {
  const { sessionId, ada, bob } = await aPair();
  await ada.postMessage({ sessionId, content: 'Hello @bob', msgType: 'handoff' });
  const { items } = await bob.listMessages({ sessionId, since: 0, limit: 10 });
  expect(items).toMatchObject([{ content: 'Hello @bob', mentions: ['bob'], msgType: 'handoff' }]);
  const methods = Object.keys(ada).filter((name) => name in endpoints);
  expect(methods.toSorted()).toEqual(
    Object.keys(endpoints)
      .filter((name) => name !== 'streamEvents')
      .toSorted(),
  );
});

test('no endpoint has one name in two places, so that one object can hold them all', () => {
  const shapes: Endpoint[] = Object.values(endpoints);
  for (const { path, query, body } of shapes) {
    const names = [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name);
    const all = [...names, ...Object.keys(query?.shape ?? {}), ...Object.keys(body?.shape ?? {})];
    expect(new Set(all).size, path).toBe(all.length);
  }
});

test('[NOTE-3] a call part by part sends headers too', async () => {
  const { sessionId, ada } = await aPair();
  const note = await ada.createNote({ sessionId, title: 'Plan' });
  const params = { sessionId, noteId: note.id };
  const headers = { 'if-match': '"1"' };
  const written = await ada.call('updateNote', { params, body: { content: 'first' }, headers });
  expect(written).toMatchObject({ version: 2, content: 'first' });
});

test('[NOTE-4] a refusal is thrown with code, message, details and the request id', async () => {
  const { sessionId, ada, bob } = await aPair();
  const note = await ada.createNote({ sessionId });
  const edit = { sessionId, noteId: note.id, expectedVersion: 1 };
  await ada.updateNote({ ...edit, content: 'ours' });
  const refusal = await refusalOf(bob.updateNote({ ...edit, content: 'theirs' }));
  expect(refusal).toMatchObject({ code: 'CONFLICT', status: 409 });
  expect(refusal.details).toMatchObject({ reason: 'stale_version', currentVersion: 2, current: { content: 'ours' } });
  expect(refusal.message).toContain('version 2');
  expect(refusal.cause).toMatchObject({ requestId: expect.stringMatching(/^req_/) as string });
});

test('[FILE-5] paths are percent-encoded segment by segment', async () => {
  const { sessionId, ada } = await aPair();
  const path = 'a folder/100% #1?/näme+.txt';
  await ada.writeFile({ sessionId, path, content: 'text' });
  expect(await ada.getFile({ sessionId, path })).toMatchObject({ path, content: 'text' });
});

test('[ACC-10] a client speaks with its own token, and withToken changes nothing in the first', async () => {
  const { sessionId, ada, bob } = await aPair();
  expect(await ada.whoami({ sessionId })).toMatchObject({ agentId: 'ada', role: 'creator' });
  expect(await bob.whoami({ sessionId })).toMatchObject({ agentId: 'bob', role: 'partner' });
  expect(await refusalOf(stranger.whoami({ sessionId }))).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await refusalOf(ada.withToken(undefined).whoami({ sessionId }))).toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[API-18] pages goes through a list to its end', async () => {
  const { sessionId, ada } = await aPair();
  for (let n = 1; n <= 7; n++) await ada.postMessage({ sessionId, content: String(n) });
  const said = await Array.fromAsync(ada.pages('listMessages', { sessionId, since: 0, limit: 3 }));
  expect(said.map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expectTypeOf(said).toEqualTypeOf<Message[]>();
});

test('[WAIT-1] nextEvents answers what is there, waits for what is not, and is empty when the time is up', async () => {
  const { sessionId, ada, bob } = await aPair();
  const known = await ada.nextEvents({ sessionId, since: 0 });
  const since = known.at(-1)?.seq ?? 0;
  expect(known.map(({ seq }) => seq)).toEqual(known.map((_, index) => index + 1));
  const waiting = ada.nextEvents({ sessionId, since });
  await bob.postMessage({ sessionId, content: 'at last' });
  expect(await waiting).toMatchObject([{ event: 'message.created', seq: since + 1 }]);
  expect(await ada.nextEvents({ sessionId, since: since + 1, waitSeconds: 0 })).toEqual([]);
});

test('[WAIT-3] nextEvents does not wait on a completed session', async () => {
  const { sessionId, ada } = await aPair();
  const { lastSeq } = await ada.updateSession({ sessionId, status: 'completed' });
  expect(await ada.nextEvents({ sessionId, since: lastSeq })).toEqual([]);
});

test('nextEvents ends when its signal aborts', async () => {
  const { sessionId, ada } = await aPair();
  const stop = new AbortController();
  const waiting = ada.nextEvents({ sessionId, since: 1000, signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('an answer without the envelope is not taken for one of the service', async () => {
  const fetch = () => Promise.resolve(new Response('<h1>Welcome</h1>', { status: 200 }));
  const client = createClient({ baseUrl: app.url, fetch });
  const refused: unknown = await client.listSessions().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnexpectedAnswer);
  expect(refused).toMatchObject({
    message: 'The answer (status 200) is not one of Pairspace.',
    excerpt: '<h1>Welcome</h1>',
  });
});

test('types come from the endpoint table', () => {
  expectTypeOf<Client['getSession']>().returns.resolves.toEqualTypeOf<Session>();
  expectTypeOf<Client['createNote']>().returns.resolves.toExtend<Note & { warnings?: string[] | undefined }>();
  expectTypeOf(stranger).not.toHaveProperty('streamEvents');
  const neverRun = (): Promise<unknown>[] => [
    stranger.createSession(),
    // @ts-expect-error a path parameter is needed
    stranger.getSession(),
    // @ts-expect-error content is needed
    stranger.postMessage({ sessionId: 's' }),
    // @ts-expect-error there is no such parameter
    stranger.postMessage({ sessionId: 's', content: 'x', colour: 'red' }),
    // @ts-expect-error the stream is not a call
    stranger.call('streamEvents', { params: { sessionId: 's' } }),
    // @ts-expect-error params are needed
    stranger.call('getSession', {}),
  ];
  expect(neverRun).toBeTypeOf('function');
});
