import type { InboxItem } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import {
  type Client,
  Conflict,
  createClient,
  EditRefused,
  Forbidden,
  LoopDetected,
  NotFound,
  RateLimited,
  SecretRefused,
  ServiceError,
  StaleVersion,
  Unauthorized,
  UnexpectedAnswer,
  ValidationFailed,
} from './index.ts';
import { behindProxy } from './testing/behind-proxy.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const aPair = async (baseUrl = app.url, fetch = globalThis.fetch) => {
  const stranger = createClient({ baseUrl: app.url });
  const created = await stranger.createSession({ agentId: 'ada' });
  const sessionId = created.session.id;
  const inviteCode = created.session.inviteCode ?? '';
  const joined = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  const as = (token: string) => createClient({ baseUrl, token, fetch, pause: () => Promise.resolve() });
  const direct = createClient({ baseUrl: app.url, token: joined.agentToken });
  return {
    sessionId,
    ada: createClient({ baseUrl: app.url, token: created.agentToken }),
    bob: as(joined.agentToken),
    direct,
  };
};

const readSeqOf = async (client: Client, sessionId: string): Promise<number | undefined> =>
  (await client.listPositions({ sessionId })).items.find(({ agentId }) => agentId === 'bob')?.readSeq;

const contentOf = ({ event }: InboxItem): string | undefined =>
  event.event === 'message.created' ? event.data.content : undefined;

test('[INB-7] the inbox hands out what concerns the agent as it comes, and acknowledges when the next is taken', async () => {
  const { sessionId, ada, bob } = await aPair();
  const first = await ada.postMessage({ sessionId, content: '@bob one' });
  const inbox = bob.session(sessionId).inbox({ via: 'a-test' });
  const one = await inbox.next();
  expect(one.value).toMatchObject({ seq: first.seq, reason: 'mention' });
  expect(await readSeqOf(ada, sessionId)).toBe(0);
  const next = inbox.next();
  const second = await ada.postMessage({ sessionId, content: '@bob two' });
  expect((await next).value).toMatchObject({ seq: second.seq });
  expect(await readSeqOf(ada, sessionId)).toBe(first.seq);
  const { items } = await ada.listReceipts({ sessionId, messageId: first.id });
  expect(items).toMatchObject([{ agentId: 'bob', state: 'read', via: 'a-test' }]);
  await inbox.return();
});

test('[INB-7] what was being worked on when the caller broke off is there again', async () => {
  const { sessionId, ada, bob } = await aPair();
  for (const content of ['@bob 1', '@bob 2', '@bob 3']) await ada.postMessage({ sessionId, content });
  const seen: (string | undefined)[] = [];
  const work = async () => {
    for await (const item of bob.session(sessionId).inbox()) {
      seen.push(contentOf(item));
      if (seen.length === 2) throw new Error('it died');
      if (contentOf(item) === '@bob 3') break;
    }
  };
  await expect(work()).rejects.toThrow('it died');
  await work();
  expect(seen).toEqual(['@bob 1', '@bob 2', '@bob 2', '@bob 3']);
});

test('[INB-7] the inbox ends with the session, when all of it was handed out, and with its signal', async () => {
  const { sessionId, ada, bob } = await aPair();
  await ada.postMessage({ sessionId, content: '@bob last' });
  await ada.updateSession({ sessionId, status: 'completed' });
  const events: string[] = [];
  for await (const { event } of bob.session(sessionId).inbox()) events.push(event.event);
  expect(events).toEqual(['message.created', 'session.completed']);

  const open = await aPair();
  const end = new AbortController();
  const inbox = open.bob.session(open.sessionId).inbox({ signal: end.signal });
  const next = inbox.next();
  end.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});

test('[INB-7] an inbox over a network that fails loses and skips nothing', async () => {
  await using proxy = await TcpProxy.before(app.url);
  const { sessionId, ada, bob } = await aPair(proxy.url);
  const sent = Array.from({ length: 90 }, (_, number) => `@bob ${String(number)}`);
  for (const content of sent) await ada.postMessage({ sessionId, content });
  await ada.updateSession({ sessionId, status: 'completed' });
  let connections = 0;
  proxy.budget = () => (connections++ % 3 === 0 ? 700 : 40_000);
  const seen: (string | undefined)[] = [];
  for await (const item of bob.session(sessionId).inbox()) seen.push(contentOf(item));
  expect(seen.filter((content) => content !== undefined)).toEqual(sent);
  expect(proxy.connections).toBeGreaterThan(3);
});

test('an open inbox treats an error page of a proxy as an outage', async () => {
  let pages = 0;
  const fetch = behindProxy(() => pages-- > 0);
  const { sessionId, ada, bob } = await aPair(app.url, fetch);
  for (const content of ['@bob 1', '@bob 2']) await ada.postMessage({ sessionId, content });
  await ada.updateSession({ sessionId, status: 'completed' });
  const seen: (string | undefined)[] = [];
  for await (const item of bob.session(sessionId).inbox()) {
    seen.push(contentOf(item));
    pages = 2;
  }
  expect(seen).toEqual(['@bob 1', '@bob 2', undefined]);
  pages = 1;
  await expect(bob.session(sessionId).inbox().next()).rejects.toBeInstanceOf(UnexpectedAnswer);
});

test('[EDIT-1] an edit of a note or a file merges with what others wrote', async () => {
  const { sessionId, ada, bob } = await aPair();
  const note = await ada.createNote({ sessionId, title: 'Plan', content: 'one\ntwo\nthree\nfour\n' });
  await ada.updateNote({ sessionId, noteId: note.id, expectedVersion: 1, content: 'ONE\ntwo\nthree\nfour\n' });
  const edited = await bob
    .session(sessionId)
    .edit({ noteId: note.id }, [{ replace: { old: 'four', new: 'FOUR' } }], { expectedVersion: 1 });
  expect(edited).toMatchObject({ version: 3, merged: true, content: 'ONE\ntwo\nthree\nFOUR\n' });
  await ada.writeFile({ sessionId, path: 'a.txt', content: 'x\n' });
  expect(await bob.session(sessionId).edit({ path: 'a.txt' }, [{ append: 'y' }])).toMatchObject({ version: 2 });
  const overlapping = bob
    .session(sessionId)
    .edit({ noteId: note.id }, [{ replace: { old: 'one', new: 'eins' } }], { expectedVersion: 1 });
  await expect(overlapping).rejects.toBeInstanceOf(EditRefused);
});

test('[ERR-1] a refusal can be caught by its class', async () => {
  const { sessionId, ada, bob } = await aPair();
  const thrownBy = async (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);
  const note = await ada.createNote({ sessionId });
  await ada.updateNote({ sessionId, noteId: note.id, expectedVersion: 1, content: 'new' });
  const stale = await thrownBy(bob.updateNote({ sessionId, noteId: note.id, expectedVersion: 1, content: 'x' }));
  expect(stale).toBeInstanceOf(StaleVersion);
  expect(stale).toBeInstanceOf(Conflict);
  expect(stale).toBeInstanceOf(ServiceError);
  expect(stale).toMatchObject({ reason: 'stale_version', currentVersion: 2, current: { content: 'new' }, status: 409 });
  const invalid = await thrownBy(ada.postMessage({ sessionId, content: '' }));
  expect(invalid).toBeInstanceOf(ValidationFailed);
  expect((invalid as ValidationFailed).issues).toMatchObject([{ path: 'body.content' }]);
  const token = `agt_${'A'.repeat(43)}`;
  expect(await thrownBy(ada.postMessage({ sessionId, content: token }))).toBeInstanceOf(SecretRefused);
  expect(await thrownBy(ada.getNote({ sessionId, noteId: 'note_none' }))).toBeInstanceOf(NotFound);
  expect(await thrownBy(bob.deleteSession({ sessionId }))).toBeInstanceOf(Forbidden);
  expect(await thrownBy(ada.withToken(token).whoami({ sessionId }))).toBeInstanceOf(Unauthorized);
  let loop: unknown;
  for (let number = 0; number < 14 && !loop; number++) {
    const caller = number % 2 ? ada : bob;
    await caller.postMessage({ sessionId, content: 'Thanks!' }).catch((error: unknown) => (loop = error));
  }
  expect(loop).toBeInstanceOf(LoopDetected);
  expect(loop).toBeInstanceOf(RateLimited);
  expect((loop as LoopDetected).retryAfterSeconds).toBeGreaterThan(0);
  expect((loop as LoopDetected).name).toBe('LoopDetected');
});
