import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionFeed } from './session-feed.ts';

const sessionId = 'ses_feed';
const at = '2026-02-02T12:00:00.000Z';
const ada = { kind: 'agent', id: 'ada', name: 'Ada' };
const person = { id: 'obs_1', name: 'Grace', invited: true, rights: ['speak'], vouched: false, givesRights: true };
const ask = { id: 'ask_1', sessionId, seq: 1, status: 'open' };

/** The last path segments of the requests that fail. */
let failing: ReadonlySet<string>;
let stream: ReadableStreamDefaultController<Uint8Array>;
let feed: SessionFeed;

const answers: Readonly<Record<string, object>> = {
  [sessionId]: { id: sessionId, status: 'active', lastSeq: 0, lastActivityAt: at, agents: [] },
  compute: { pool: null, agentUsage: [] },
  observers: { items: [], nextCursor: null, you: person },
  asks: { items: [ask], nextCursor: null },
};

const answer = (url: string): Response => {
  const part = new URL(url).pathname.split('/').at(-1) ?? '';
  if (failing.has(part)) return Response.json({}, { status: 503 });
  if (part !== 'stream') return Response.json({ ok: true, data: answers[part] ?? { items: [], nextCursor: null } });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

const openFeed = async (): Promise<void> => {
  const { keepToken } = await import('./kept-tokens.ts');
  const { SessionFeed } = await import('./session-feed.ts');
  keepToken(sessionId, 'obs_token');
  feed = new SessionFeed(sessionId);
  await vi.advanceTimersByTimeAsync(3000);
};

beforeEach(() => {
  failing = new Set();
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false, baseURI: 'https://pairspace.test/' });
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(answer(url)));
  // The stub never runs a frame, as in a hidden page.
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  feed.close();
  vi.useRealTimers();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('[ASK-17] a page that is hidden while a frame is pending processes new events', async () => {
  await openFeed();
  const event = { seq: 1, event: 'ask.created', actor: ada, timestamp: at, data: { ...ask, id: 'ask_2' } };
  stream.enqueue(new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify(event)}\n\n`));
  await vi.advanceTimersByTimeAsync(1000);
  expect([...feed.state.asks.keys()]).toContain('ask_2');
});

test('a failed read of a part is repeated', async () => {
  failing = new Set(['asks', 'presence']);
  await openFeed();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([feed.partsThere.has('notes'), feed.partsThere.has('asks'), feed.partsThere.has('pool')]).toEqual([
    true,
    false,
    false,
  ]);
  failing = new Set();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(feed.state.asks.size).toBe(1);
  expect(feed.partsThere.has('pool')).toBe(true);
});

test('[VIEW-50] a person keeps the known rights if they cannot be read after an outage', async () => {
  await openFeed();
  expect(feed.identity?.person?.name).toBe('Grace');
  failing = new Set(['observers']);
  stream.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(feed.connection.kind).toBe('live');
  expect(feed.identity?.person?.name).toBe('Grace');
});

test('[VIEW-50] the read of the rights of a person is repeated until it succeeds', async () => {
  failing = new Set(['observers']);
  await openFeed();
  expect(feed.state.session?.id).toBe(sessionId);
  expect(feed.identity).toBeUndefined();
  failing = new Set();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(feed.identity?.person?.name).toBe('Grace');
});
