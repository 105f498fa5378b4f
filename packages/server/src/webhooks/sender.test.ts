import { until } from '@pairspace/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setVisibility } from '../sessions/set-visibility.ts';
import type { Storage } from '../storage/storage.ts';
import { aSenderBench, countingReads, type SenderBench } from '../testing/a-sender.ts';
import type { WebhookRequest, WebhookResult } from './webhook-client.ts';
import { SecretBox } from '../lib/secret-box.ts';

const delivered: WebhookResult = { responseStatus: 200, error: null };
const refused: WebhookResult = { responseStatus: null, error: 'connection' };

let bench: SenderBench;
beforeEach(async () => {
  bench = await aSenderBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

interface Row {
  webhook_id: string;
  status: string;
  attempts: number;
  error: string | null;
  due_at: number;
}

const rows = (): Promise<Row[]> =>
  bench.storage.read.all<Row>`select webhook_id, status, attempts, error, due_at from delivery order by seq, id`;
const statuses = async (): Promise<string[]> => (await rows()).map(({ status }) => status);
const contentOf = ({ body }: WebhookRequest): unknown =>
  (JSON.parse(body.toString()) as { data: { content: unknown } }).data.content;
const makePrivate = () =>
  bench.storage.write((tx) => setVisibility(tx, bench.caller, bench.caller.sessionId, 'private'));

/** Waits until a sender has queried the queues a few more times. */
const untilLooked = async (looks: () => number): Promise<void> => {
  const before = looks();
  await until(() => {
    expect(looks()).toBeGreaterThan(before + 5);
  });
};

/** A receiver that holds its answers until the test releases them, and answers at once afterwards. */
const heldPost = () => {
  let isReleased = false;
  const held: { posting: WebhookRequest; answer: (result: WebhookResult) => void }[] = [];
  const post = (request: WebhookRequest): Promise<WebhookResult> => {
    if (isReleased) return Promise.resolve(delivered);
    const { promise, resolve } = Promise.withResolvers<WebhookResult>();
    held.push({ posting: request, answer: resolve });
    return promise;
  };
  const release = (): void => {
    isReleased = true;
    for (const { answer } of held) answer(delivered);
  };
  return { held, post, release };
};

describe('leases', () => {
  test('[HOOK-25] what a dead sender held is sent by another when the lease of 15 s is over, and not before', async () => {
    await bench.webhook('http://a.example/', 'member');
    const { held, post, release } = heldPost();
    const first = bench.send(post);
    await bench.say('one');
    await until(() => {
      expect(held).toHaveLength(1);
    });
    const others: unknown[] = [];
    const counted = countingReads(bench.storage);
    bench.send(
      (request) => {
        others.push(contentOf(request));
        return Promise.resolve(delivered);
      },
      { storage: counted.storage },
    );
    bench.clock.advance(14_999);
    await bench.say('two');
    await untilLooked(counted.looks);
    expect(others).toEqual([]);
    bench.clock.advance(1);
    await until(async () => {
      expect(await statuses()).toEqual(['delivered', 'delivered']);
    });
    expect(others).toEqual(['one', 'two']);
    release();
    await first[Symbol.asyncDispose]();
    expect(held).toHaveLength(1);
    expect(await statuses()).toEqual(['delivered', 'delivered']);
  });

  test('[HOOK-25] one of a dead sender that a clock set back makes too long to be one holds up nobody', async () => {
    const { id } = await bench.webhook('http://a.example/', 'member');
    const leasedUntil = bench.clock.now() + 15_000;
    await bench.storage.write((tx) => tx.run`update webhook set leased_until = ${leasedUntil} where id = ${id}`);
    await bench.say('one');
    const counted = countingReads(bench.storage);
    bench.clock.advance(-15_000);
    bench.send(() => Promise.resolve(delivered), { storage: counted.storage });
    await untilLooked(counted.looks);
    expect(await statuses()).toEqual(['pending']);
    bench.clock.advance(-1);
    await until(async () => {
      expect(await statuses()).toEqual(['delivered']);
    });
  });

  test('[HOOK-25] a sender that stops gives its leases back, so that the next one goes on at once', async () => {
    await bench.webhook('http://a.example/', 'member');
    const first = bench.send(() => Promise.resolve(refused));
    await bench.say('one');
    await until(async () => {
      expect(await rows()).toMatchObject([{ status: 'pending', attempts: 1 }]);
    });
    await first[Symbol.asyncDispose]();
    bench.clock.advance(66_000);
    bench.send(() => Promise.resolve(delivered));
    await until(async () => {
      expect(await statuses()).toEqual(['delivered']);
    });
  });

  test.each([500, 600_000])('[HOOK-15] a delivery of a clock that is %i ms ahead is sent first', async (aheadMs) => {
    await bench.webhook('http://a.example/', 'member');
    bench.clock.advance(aheadMs);
    await bench.say('one');
    bench.clock.advance(-aheadMs);
    await bench.say('two');
    const sent: unknown[] = [];
    bench.send((request) => {
      sent.push(contentOf(request));
      return Promise.resolve(delivered);
    });
    await until(async () => {
      expect(await statuses()).toEqual(['delivered', 'delivered']);
    });
    expect(sent).toEqual(['one', 'two']);
  });

  test('[HOOK-14] a restart leaves the times of attempts as they are', async () => {
    await bench.webhook('http://a.example/', 'member');
    const first = bench.send(() => Promise.resolve(refused));
    await bench.say('one');
    await until(async () => {
      expect(await rows()).toMatchObject([{ attempts: 1 }]);
    });
    const [before] = await rows();
    await first[Symbol.asyncDispose]();
    for (let restarts = 0; restarts < 5; restarts++) {
      bench.clock.advance(10_000);
      await bench.send(() => Promise.resolve(refused))[Symbol.asyncDispose]();
    }
    expect(await rows()).toEqual([before]);
  });
});

describe('receivers beside one another', () => {
  test('[HOOK-15] of 2,000 webhooks half hang, and the others get everything while those still hang', async () => {
    const { held, post: hang, release } = heldPost();
    const arrived: unknown[] = [];
    for (let i = 0; i < 1000; i++) {
      await bench.webhook(`http://hang-${String(i)}.example/`, 'member');
      await bench.webhook(`http://healthy.example/${String(i)}`, 'member');
    }
    bench.send((request) => {
      if (request.url.includes('hang')) return hang(request);
      arrived.push(contentOf(request));
      return Promise.resolve(delivered);
    });
    await bench.say('one');
    await bench.say('two');
    await until(() => {
      expect(arrived).toHaveLength(2000);
    });
    expect(held).toHaveLength(1000);
    release();
  });

  test('[HOOK-26] no more than four at once to one host, whose other webhooks wait, and no others', async () => {
    const { held, post: hang, release } = heldPost();
    const arrived: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      await bench.webhook(`http://one.example/${String(i)}`, 'member');
      await bench.webhook(`http://host-${String(i)}.example/`, 'member');
    }
    const counted = countingReads(bench.storage);
    bench.send(
      (request) => {
        if (request.url.includes('one.example')) return hang(request);
        arrived.push(contentOf(request));
        return Promise.resolve(delivered);
      },
      { storage: counted.storage },
    );
    for (let i = 0; i < 10; i++) await bench.say(String(i));
    await until(() => {
      expect(arrived).toHaveLength(60);
    });
    await untilLooked(counted.looks);
    expect(held).toHaveLength(4);
    release();
    await until(async () => {
      expect(new Set(await statuses())).toEqual(new Set(['delivered']));
    });
  });
});

describe('open webhooks and private sessions', () => {
  test('[HOOK-3] an event of a private session is not queued for an open webhook', async () => {
    const open = await bench.webhook('http://open.example/', 'stranger');
    const bound = await bench.webhook('http://bound.example/', 'member');
    await makePrivate();
    await bench.say('secret');
    expect((await rows()).map(({ webhook_id }) => webhook_id)).toEqual([bound.id]);
    expect(open.scope).toBe('public');
  });

  test('[HOOK-23] what was queued while the session was public is cancelled when it is private by then', async () => {
    await bench.webhook('http://open.example/', 'stranger');
    await bench.say('said in public');
    await makePrivate();
    const posted: WebhookRequest[] = [];
    bench.send((request) => {
      posted.push(request);
      return Promise.resolve(delivered);
    });
    await until(async () => {
      expect(await statuses()).toEqual(['cancelled']);
    });
    expect(posted).toEqual([]);
  });

  test('[HOOK-23] and also when it becomes private while the connection is made', async () => {
    await bench.webhook('http://open.example/', 'stranger');
    const answers: (boolean | undefined)[] = [];
    bench.send(async ({ mayStart }) => {
      await makePrivate();
      answers.push(await mayStart?.());
      return 'withheld';
    });
    await bench.say('said in public');
    await until(async () => {
      expect(await statuses()).toEqual(['cancelled']);
    });
    expect(answers).toEqual([false]);
  });

  test('[HOOK-6] one that is made inactive while the connection is made keeps its delivery', async () => {
    const { id } = await bench.webhook('http://open.example/', 'stranger');
    const setActive = (active: number) =>
      bench.storage.write(async (tx) => {
        await tx.run`update webhook set active = ${active} where id = ${id}`;
        tx.notify('deliveries');
      });
    let connections = 0;
    const counted = countingReads(bench.storage);
    bench.send(
      async ({ mayStart }) => {
        if (++connections > 1) return delivered;
        await setActive(0);
        expect(await mayStart?.()).toBe(false);
        return 'withheld';
      },
      { storage: counted.storage },
    );
    await bench.say('held');
    await until(() => {
      expect(connections).toBe(1);
    });
    await untilLooked(counted.looks);
    expect(connections).toBe(1);
    expect(await rows()).toMatchObject([{ status: 'pending', attempts: 0 }]);
    await setActive(1);
    await until(async () => {
      expect(await statuses()).toEqual(['delivered']);
    });
  });
});

test('[HOOK-25] an outcome that cannot be written is one attempt that is repeated when the lease is over', async () => {
  await bench.webhook('http://a.example/', 'member');
  let posted = 0;
  const flaky: Storage = {
    ...bench.storage,
    write: (work, options) =>
      posted === 1 && bench.errors.length === 0
        ? Promise.reject(new Error('the disk is full'))
        : bench.storage.write(work, options),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  bench.send(
    () => {
      posted++;
      return Promise.resolve(delivered);
    },
    { storage: flaky },
  );
  await bench.say('once');
  await until(() => {
    expect(bench.errors).toHaveLength(1);
  });
  expect(posted).toBe(1);
  bench.clock.advance(15_000);
  await until(async () => {
    expect(await statuses()).toEqual(['delivered']);
  });
  expect(posted).toBe(2);
});

test('[HOOK-18] what should be signed and cannot be is not sent', async () => {
  await bench.webhook('http://a.example/', 'member');
  let posted = 0;
  const post = (): Promise<WebhookResult> => {
    posted++;
    return Promise.resolve(delivered);
  };
  bench.send(post, { secrets: new SecretBox(Buffer.alloc(32, 2)) });
  await bench.say('x');
  await until(async () => {
    expect(await rows()).toMatchObject([{ status: 'pending', attempts: 1, error: 'secret' }]);
  });
  expect(posted).toBe(0);
});

test('a delivery that could not be tried in the time of the schedule is given up', async () => {
  const { id } = await bench.webhook('http://slow.example/', 'member');
  const { held, post, release } = heldPost();
  bench.send(post);
  await bench.say('one');
  await bench.say('two');
  await until(() => {
    expect(held).toHaveLength(1);
  });
  bench.clock.advance(27 * 60 * 60_000);
  release();
  await until(async () => {
    expect(await rows()).toMatchObject([{ status: 'delivered' }, { status: 'failed', attempts: 0, error: 'expired' }]);
  });
  expect(held).toHaveLength(1);
  const row = await bench.storage.read.get<{ failed: number }>`
    select failed_deliveries as failed from webhook where id = ${id}
  `;
  expect(row?.failed).toBe(1);
});
