import { defaultLimits, type Event } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { createClient } from './client.ts';
import { behindProxy } from './testing/behind-proxy.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const hasty = (baseUrl: string, waitedMs: number[] = []) =>
  createClient({
    baseUrl,
    pause: (ms) => {
      waitedMs.push(ms);
      return Promise.resolve();
    },
  });

const aWriter = async () => {
  const client = createClient({ baseUrl: app.url });
  const { session, agentToken } = await client.createSession();
  const writer = client.withToken(agentToken);
  const sessionId = session.id;
  return { sessionId, writer, say: (content: string) => writer.postMessage({ sessionId, content }) };
};

const upTo = async (seq: number, events: AsyncIterable<Event>): Promise<number[]> => {
  const seqs: number[] = [];
  for await (const event of events) {
    seqs.push(event.seq);
    if (event.seq >= seq) break;
  }
  return seqs;
};

const oneTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

test('[LOG-8] a stream whose connections are cut again and again, in the middle of frames, has no gap and no repeat', async () => {
  const { sessionId, say } = await aWriter();
  await using proxy = await TcpProxy.before(app.url);
  let turn = 0;
  proxy.budget = () => 300 + ((turn++ * 617) % 4000);
  const reading = upTo(101, hasty(proxy.url).followEvents({ sessionId, since: 0 }));
  for (let n = 0; n < 100; n += 10) {
    await Promise.all(oneTo(10).map((k) => say(`message ${String(n + k)}, ${'ä'.repeat(3 * n)}`)));
  }
  expect(await reading).toEqual(oneTo(101));
  expect(proxy.connections).toBeGreaterThan(8);
});

test('[LOG-7] without since it begins now, and what happens before the stream is open is not lost', async () => {
  const { sessionId, say } = await aWriter();
  const { seq } = await say('before');
  const client = createClient({
    baseUrl: app.url,
    fetch: async (url, init) => {
      if ((url as string).endsWith('/stream')) await say('in between');
      return fetch(url, init);
    },
  });
  expect(await upTo(seq + 1, client.followEvents({ sessionId }))).toEqual([seq + 1]);
});

test('[LOG-9] after a disconnection it waits as long as the service asked for', async () => {
  const { sessionId, say } = await aWriter();
  await using proxy = await TcpProxy.before(app.url);
  await say('one');
  await say('two');
  const budgets = [900];
  proxy.budget = () => budgets.shift() ?? Infinity;
  const waitedMs: number[] = [];
  expect(await upTo(3, hasty(proxy.url, waitedMs).followEvents({ sessionId, since: 0 }))).toEqual([1, 2, 3]);
  expect(waitedMs).toHaveLength(1);
  expect(waitedMs[0]).toBeGreaterThanOrEqual(2000);
  expect(waitedMs[0]).toBeLessThanOrEqual(2500);
});

test('[LOG-9] a connection that has fallen silent is given up for another', async () => {
  const { sessionId, say } = await aWriter();
  await using proxy = await TcpProxy.before(app.url);
  const seqs: number[] = [];
  for await (const event of hasty(proxy.url).followEvents({ sessionId, since: 0, silenceMs: 1500 })) {
    seqs.push(event.seq);
    if (event.seq === 1) {
      proxy.freeze();
      await say('into the silence');
    } else break;
  }
  expect(seqs).toEqual([1, 2]);
  expect(proxy.connections).toBeGreaterThan(1);
});

test.each([0, undefined])('a service that does not answer is asked anew, since %s', async (since) => {
  const { sessionId, say } = await aWriter();
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        reject(init.signal?.reason as Error);
      });
    });
  const asked: string[] = [];
  const client = createClient({
    baseUrl: app.url,
    pause: () => Promise.resolve(),
    fetch: async (url, init) => {
      const path = (url as string).slice(app.url.length);
      const isFirst = !asked.includes(path);
      asked.push(path);
      if (isFirst) return never(url, init);
      if (path.endsWith('/stream')) await say('after');
      return fetch(url, init);
    },
  });
  const events = client.followEvents({ sessionId, since, silenceMs: 2000 });
  expect(await events.next()).toMatchObject({ value: { seq: since === undefined ? 2 : 1 } });
  await events.return();
});

test('[LOG-9] a log that was set back behind the last event is followed from where it ends now', async () => {
  const { sessionId, say } = await aWriter();
  const client = createClient({
    baseUrl: app.url,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      for (const content of ['two', 'three']) await say(content);
      return response;
    },
  });
  expect(await upTo(3, client.followEvents({ sessionId, since: 50 }))).toEqual([2, 3]);
});

test('[SES-15] it ends with session.deleted', async () => {
  const { sessionId, writer } = await aWriter();
  const names: string[] = [];
  for await (const { event } of hasty(app.url).followEvents({ sessionId, since: 0 })) {
    names.push(event);
    if (event === 'session.created') await writer.deleteSession({ sessionId });
  }
  expect(names).toEqual(['session.created', 'session.deleted']);
});

test('[ACC-9] a refused stream throws, at the beginning and on the way', async () => {
  const { sessionId, writer } = await aWriter();
  const stranger = hasty(app.url);
  const none = stranger.followEvents({ sessionId: 'ses_none', since: 0 });
  await expect(none.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const stream = stranger.followEvents({ sessionId, since: 0 });
  expect(await stream.next()).toMatchObject({ value: { seq: 1 } });
  const next = stream.next();
  await writer.setVisibility({ sessionId, visibility: 'private' });
  await expect(next).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[LOG-8] an open stream treats an error page of a proxy as an outage', async () => {
  const { sessionId, say } = await aWriter();
  await using proxy = await TcpProxy.before(app.url);
  await say('one');
  await say('two');
  proxy.budget = () => (proxy.connections > 1 ? Infinity : 900);
  let streams = 0;
  const fetch = behindProxy((url) => url.endsWith('/stream') && ++streams === 2);
  const client = createClient({ baseUrl: proxy.url, fetch, pause: () => Promise.resolve() });
  expect(await upTo(3, client.followEvents({ sessionId, since: 0 }))).toEqual([1, 2, 3]);
  expect(streams).toBe(3);
});

test('a service that is not there is given up after a few tries', async () => {
  const waitedMs: number[] = [];
  const stream = hasty('http://127.0.0.1:1', waitedMs).followEvents({ sessionId: 'ses_any', since: 0 });
  await expect(stream.next()).rejects.toThrow('fetch failed');
  expect(waitedMs).toHaveLength(3);
});

test('[LIM-5] a stream beyond the limit waits as long as it is told and comes in when there is room', async () => {
  await using small = await startTestApp({ limits: { ...defaultLimits, streamsPerSession: 1 } });
  const { session } = await createClient({ baseUrl: small.url }).createSession();
  const follow = { sessionId: session.id, since: 0 };
  const first = createClient({ baseUrl: small.url }).followEvents(follow);
  await first.next();
  const waitedMs: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    waitedMs.push(ms);
    await first.return();
  };
  const second = createClient({ baseUrl: small.url, pause }).followEvents(follow);
  expect(await second.next()).toMatchObject({ value: { seq: 1 } });
  await second.return();
  expect(waitedMs[0]).toBe(5000);
});

test('it ends when its signal aborts, and leaves no stream open when it is left', async () => {
  await using own = await startTestApp();
  const openStreams = async (): Promise<string | undefined> =>
    /^pairspace_streams (\d+)$/m.exec(await (await fetch(`${own.url}/metrics`)).text())?.[1];
  const client = hasty(own.url);
  const { session } = await client.createSession();
  const follow = { sessionId: session.id, since: 0 };
  const stop = new AbortController();
  const stream = client.followEvents({ ...follow, signal: stop.signal });
  await stream.next();
  expect(await openStreams()).toBe('1');
  const next = stream.next();
  stop.abort();
  expect(await next).toEqual({ value: undefined, done: true });
  await expect.poll(openStreams).toBe('0');

  expect(await upTo(1, client.followEvents(follow))).toEqual([1]);
  await expect.poll(openStreams).toBe('0');
});
