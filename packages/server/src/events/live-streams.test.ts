import { defaultLimits, type Event } from '@pairspace/protocol';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '../storage/storage.ts';
import { aSession } from '../testing/a-session.ts';
import { sayMany } from '../testing/say-many.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { Bus } from './bus.ts';
import { LiveStreams } from './live-streams.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: { ...defaultLimits, streamsPerSession: 2 } });
});
afterAll(() => app[Symbol.asyncDispose]());

const openStream = async (id: string, query = ''): Promise<Socket> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(`GET /api/sessions/${id}/stream${query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
};

/** Collects all data until the other side closes. */
const gather = (socket: Socket): { text: string; closed: Promise<unknown> } => {
  const come = { text: '', closed: once(socket, 'close') };
  socket.on('data', (chunk: Buffer) => (come.text += chunk.toString()));
  socket.resume();
  return come;
};

test('[LOG-10] a reader that stops reading is cut off, and resumes without a gap', async () => {
  const { id, creator } = await aSession(app);
  const stalled = await openStream(id);
  stalled.pause();
  const closed = new Promise<void>((resolve) =>
    stalled.once('close', () => {
      resolve();
    }),
  );
  stalled.on('error', () => undefined);
  const content = 'x'.repeat(100_000);
  // The system's own socket buffers take the first megabytes.
  await sayMany(app, id, Array<string>(200).fill(content));
  // A request tells the service that the session has moved.
  await creator('POST', '/messages', { body: { content } });
  stalled.resume();
  await closed;

  const { data } = await creator<{ items: Event[] }>('GET', '/events?since=100&limit=200');
  expect(data.items[0]?.seq).toBe(101);
});

test('[LIM-5] a stream beyond the session’s count is 429 with Retry-After: 5; a place that is left is free again', async () => {
  const { id, stranger } = await aSession(app);
  const [first] = await Promise.all([openStream(id), openStream(id)]);
  const refused = await stranger('GET', '/stream');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  first.destroy();
  await expect
    .poll(async () => {
      const socket = await openStream(id);
      const answer = String(socket.read());
      socket.destroy();
      return answer;
    })
    .toContain('200 OK');
});

test('[SES-15] [LOG-3] a deleted session’s streams end with a last session.deleted frame', async () => {
  const { id, creator } = await aSession(app);
  const come = gather(await openStream(id, '?since=0'));
  await expect.poll(() => come.text).toContain('session.created');
  await creator('DELETE', '');
  await come.closed;
  const names = Array.from(come.text.matchAll(/^event: (.*)$/gm), ([, name]) => name);
  expect(names.at(0)).toBe('session.created');
  expect(names.at(-1)).toBe('session.deleted');
});

/**
 * The output of a stream whose reader is refused before it has read the log. `head` is the row of the session at that
 * time; undefined if the session was deleted.
 */
const sentToRefused = async (head: object | undefined): Promise<string> => {
  const db: Queries = {
    all: () => Promise.resolve([]),
    get: <Row>() => Promise.resolve(head as Row | undefined),
  };
  let sent = '';
  await new LiveStreams({ db, bus: new Bus(), now: () => 0 }).follow({
    sessionId: 's',
    since: 0,
    lastSeq: 7,
    readsByKey: false,
    sink: {
      closed: new AbortController().signal,
      write: (frame) => (sent += frame.toString()),
      drained: () => Promise.resolve(),
    },
    publicOnly: false,
    holderId: 'ada',
    isStillAdmitted: () => Promise.resolve(false),
  });
  return sent;
};

test('[SES-15] [LOG-3] a stream that has read nothing when its session is deleted ends with session.deleted, too', async () => {
  expect(await sentToRefused(undefined)).toMatch(/^id: 8\nevent: session\.deleted\n.*\n\n$/);
});

test('[LOG-11] a stream whose reader is refused ends without a word', async () => {
  expect(await sentToRefused({ id: 's' })).toBe('');
});

test('[LOG-11] strangers are cut off before the event that makes the session private; members stay', async () => {
  const { id, creator, tokens } = await aSession(app);
  const stranger = gather(await openStream(id, '?since=0'));
  const member = connect(Number(new URL(app.url).port), '127.0.0.1');
  member.write(
    `GET /api/sessions/${id}/stream?since=0 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${tokens.invited}\r\n\r\n`,
  );
  await once(member, 'readable');
  const seen = gather(member);
  await creator('POST', '/visibility', { body: { visibility: 'private' } });
  await stranger.closed;
  expect(stranger.text).not.toContain('"visibility":"private"');
  await expect.poll(() => seen.text).toContain('"visibility":"private"');
  await creator('DELETE', '');
  await seen.closed;
});

test('[LIM-5] a reader that leaves before its stream is open leaves no place taken', async () => {
  const { id, creator } = await aSession(app);
  for (let round = 0; round < 40; round++) {
    const posted = creator('POST', '/messages', { body: { content: 'so that reads wait' } });
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET /api/sessions/${id}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n`, () => socket.resetAndDestroy());
    await posted;
  }
  const answer = async (): Promise<string> => {
    const socket = await openStream(id);
    const head = String(socket.read());
    socket.destroy();
    return head;
  };
  await expect.poll(answer).toContain('200 OK');
});
