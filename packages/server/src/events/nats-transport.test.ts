import { until } from '@pairspace/testkit/until';
import type { Lease } from '@pairspace/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aTcpProxy, type TcpProxy } from '../testing/a-tcp-proxy.ts';
import { aPool } from '../testing/a-pool.ts';
import { aReceiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { FakeSandbox } from '../testing/fake-sandbox.ts';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { onPostgres, testNatsUrl, withNats } from '@pairspace/testkit/test-database';
import { Bus } from './bus.ts';
import { NatsTransport } from './nats-transport.ts';

const metric = async ({ url }: TestApp, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

const natsOf = async (app: TestApp): Promise<unknown> => {
  const { status, data } = await app.request<{ nats: string }>('GET', '/readyz');
  expect(status).toBe(200);
  return data.nats;
};

const isConnected = (app: TestApp) =>
  until(async () => {
    expect(await natsOf(app)).toBe('connected');
  });

describe('two nodes and NATS', withNats, () => {
  let proxy: TcpProxy;
  let here: TestApp;
  let there: TestApp;
  beforeEach(async () => {
    proxy = await aTcpProxy(testNatsUrl ?? '');
    here = await startTestApp({ natsUrl: proxy.url });
    there = await startTestApp({ natsUrl: proxy.url }, here);
    await Promise.all([isConnected(here), isConnected(there)]);
  });
  afterEach(async () => {
    await there[Symbol.asyncDispose]();
    await here[Symbol.asyncDispose]();
    await proxy.cut();
  });

  const follow = async () => {
    const session = await aSession(here);
    const before = await metric(there, 'pairspace_nats_interests');
    const stream = await openStream(there, `/api/sessions/${session.id}/stream`, session.tokens.creator);
    // The node has asked for what is said of the session.
    await until(async () => {
      expect(await metric(there, 'pairspace_nats_interests')).toBe(before + 1);
    });
    return { session, stream, [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose]() };
  };

  test('[OPS-12] an event of one node reaches streams and waits on another at once', async () => {
    await using following = await follow();
    const { session, stream } = following;
    const wait = there.request<{ items: { content: string }[] }>(
      'GET',
      `/api/sessions/${session.id}/messages?since=${String((await session.creator<{ lastSeq: number }>('GET', '')).data.lastSeq)}&wait=50`,
    );
    const before = await metric(there, 'pairspace_nats_received');
    for (let count = 0; count < 5; count++) {
      await session.creator('POST', '/messages', { body: { content: String(count) } });
      const { event, data } = await stream.next();
      expect([event, data.data['content']]).toEqual(['message.created', String(count)]);
    }
    expect((await wait).data.items[0]?.content).toBe('0');
    expect(await metric(there, 'pairspace_nats_received')).toBeGreaterThanOrEqual(before + 5);
  });

  test('[OPS-12] [PRES-8] frames that no log keeps cross nodes, after the events before them', async () => {
    await using following = await follow();
    const { session, stream } = following;
    for (let round = 0; round < 5; round++) {
      await session.creator('POST', '/messages', { body: { content: 'hello' } });
      await session.creator('POST', '/typing');
      expect((await stream.next()).event).toBe('message.created');
      expect((await stream.next()).event).toBe('typing');
    }
  });

  test('[HOOK-15] deliveries of a webhook come in the order of the log, whichever node queued them', async () => {
    await using receiver = await aReceiver();
    const session = await aSession(here);
    await aWebhook(here, { url: receiver.url, sessionId: session.id }, session.tokens.creator);
    for (let sent = 0; sent < 20; sent++) {
      const content = { token: session.tokens.creator, body: { content: String(sent) } };
      await (sent % 2 === 0 ? here : there).request('POST', `/api/sessions/${session.id}/messages`, content);
    }
    const received = await receiver.until(20);
    expect(received.map(({ delivery }) => delivery.data['content'])).toEqual(
      Array.from({ length: 20 }, (_, i) => String(i)),
    );
  });

  test('[OPS-13] while NATS is away nodes work and say so; when it is back followers have what they missed', async () => {
    await using following = await follow();
    const { session, stream } = following;
    await proxy.cut();
    await until(async () => {
      expect(await natsOf(here)).toBe('away');
      expect(await natsOf(there)).toBe('away');
    });
    expect((await session.creator('POST', '/messages', { body: { content: 'missed' } })).status).toBe(201);
    expect(await metric(here, 'pairspace_nats_dropped')).toBeGreaterThan(0);
    await proxy.mend();
    await Promise.all([isConnected(here), isConnected(there)]);
    expect((await stream.next()).data.data['content']).toBe('missed');
  });

  test('[OPS-13] without NATS a follower on another node looks by itself', async () => {
    await using following = await follow();
    const { session, stream } = following;
    await proxy.cut();
    await session.creator('POST', '/messages', { body: { content: 'found' } });
    expect((await stream.next()).data.data['content']).toBe('found');
  });

  test('[OPS-12] a node asks only for the sessions that are followed on it', async () => {
    await using following = await follow();
    expect(following.stream).toBeDefined();
    const other = await aSession(here);
    const interests = await metric(here, 'pairspace_nats_interests');
    const before = await metric(there, 'pairspace_nats_received');
    await other.creator('POST', '/messages', { body: { content: 'for nobody' } });
    await other.creator('POST', '/typing');
    expect(await metric(there, 'pairspace_nats_received')).toBe(before);
    expect(await metric(here, 'pairspace_nats_interests')).toBe(interests);
  });

  test('[OPS-12] of the nodes that take from a topic one is called, and one that takes no more is not', async () => {
    await using nodes = new AsyncDisposableStack();
    const join = () => {
      const bus = new Bus();
      const transport = nodes.use(new NatsTransport({ url: testNatsUrl ?? '', bus, onChange: () => undefined }));
      const node = {
        bus,
        line: transport,
        called: 0,
        stop: () => undefined as void,
        start: () => {
          node.stop = bus.watchInGroup('work', () => {
            node.called++;
          });
        },
      };
      return node;
    };
    const [caller, ...takers] = [join(), join(), join(), join()];
    for (const taker of takers) taker.start();
    const settle = async () => {
      for (const { line: transport } of [caller, ...takers]) {
        await until(() => {
          expect(transport.isConnected).toBe(true);
        });
        await transport.reach('nothing');
      }
    };
    const calls = async (times: number, from = caller) => {
      await settle();
      const before = takers.map(({ called }) => called);
      for (let time = 0; time < times; time++) from.bus.notify('work');
      await settle();
      return takers.map(({ called }, index) => called - (before[index] ?? 0));
    };
    const shares = await calls(60);
    expect(shares.reduce((sum, share) => sum + share)).toBe(60);
    expect(Math.min(...shares)).toBeGreaterThan(0);
    takers[0].stop();
    takers[1].stop();
    expect(await calls(60)).toEqual([0, 0, 60]);
    // A node that takes and calls is called by itself, and so is one of the others.
    takers[0].start();
    expect(await calls(20, takers[2])).toEqual([20, 0, 20]);
  });

  test(
    '[OPS-12] [JOB-33] jobs spread over the nodes that have room, however seldom these look by themselves',
    onPostgres,
    async () => {
      const sandboxes = Array.from({ length: 3 }, () => new FakeSandbox());
      const running = () => sandboxes.map(({ children }) => children.length);
      const settings = { natsUrl: proxy.url, compute: 'on', computeSlots: 1, computePollMs: 3_600_000 } as const;
      await using nodes = new AsyncDisposableStack();
      const apps: TestApp[] = [];
      for (const sandbox of sandboxes) apps.push(nodes.use(await startTestApp(settings, here, sandbox)));
      const fixture = await aPool(apps[0] ?? here, { maxConcurrentJobs: 10 });
      for (let count = 0; count < 4; count++) await fixture.submit({ type: 'javascript', input: { code: 'x' } });
      await until(() => {
        expect(running()).toEqual([1, 1, 1]);
      });
      sandboxes[1]?.children[0]?.end();
      await until(() => {
        expect(running()).toEqual([1, 2, 1]);
      });
    },
  );

  test(
    '[OPS-12] [JOB-23] a worker that waits on another node is called for what no process runs itself',
    onPostgres,
    async () => {
      const token = 'the-operator';
      const settings = { natsUrl: proxy.url, compute: 'on', computePollMs: 3_600_000, adminToken: token } as const;
      await using first = await startTestApp(settings, here, new FakeSandbox());
      await using second = await startTestApp(settings, here, new FakeSandbox());
      const fixture = await aPool(first, { provider: 'worker', maxConcurrentJobs: 10 });
      const interests = () => metric(second, 'pairspace_nats_interests');
      const before = await interests();
      for (let count = 0; count < 4; count++) {
        // The interest of the claim before may still be there.
        await until(async () => {
          expect(await interests()).toBe(before);
        });
        const claim = second.request<{ lease: Lease | null }>('POST', '/api/compute/jobs/claim?wait=50', {
          token,
          body: { types: ['javascript'] },
        });
        await until(async () => {
          expect(await interests()).toBeGreaterThan(before);
        });
        const { id } = await fixture.submit({ type: 'javascript', input: {} });
        expect((await claim).data.lease?.job.id).toBe(id);
      }
    },
  );

  test('[OPS-13] a node starts while NATS is away', async () => {
    await proxy.cut();
    await using late = await startTestApp({ natsUrl: proxy.url }, here);
    expect(await natsOf(late)).toBe('away');
    expect((await late.request('POST', '/api/sessions')).status).toBe(201);
    await proxy.mend();
    await isConnected(late);
  });

  test('[OPS-14] the watchers of a session are counted on all nodes', onPostgres, async () => {
    const session = await aSession(here);
    const path = `/api/sessions/${session.id}`;
    const watchers = async (app: TestApp) => (await app.request<{ watchers: number }>('GET', `${path}/presence`)).data;
    {
      await using one = await openStream(here, `${path}/stream`);
      await using two = await openStream(there, `${path}/stream`);
      expect([one, two]).toHaveLength(2);
      for (const app of [here, there]) {
        await until(async () => {
          expect(await watchers(app)).toMatchObject({ watchers: 2 });
        });
      }
    }
    for (const app of [here, there]) {
      await until(async () => {
        expect(await watchers(app)).toMatchObject({ watchers: 0 });
      });
    }
  });
});
