import { expect, test } from 'vitest';
import { type Reservation, type Holder, Quota, tooManyOpen } from './quota.ts';

const refusal = tooManyOpen('streams');
const tooMany = 'Too many streams are open.';
const fromHere = 'Too many streams are open from this address.';
const stranger: Holder = { sessionId: 's', address: 'a', client: 'a', isMember: false };
const member: Holder = { ...stranger, client: 'token', isMember: true };

const takeMany = (quota: Quota, count: number, holder: (index: number) => Holder): Disposable[] =>
  Array.from({ length: count }, (_, index) => quota.take(holder(index)));

test('[NET-12] a fifth of what a session holds is kept for its members', () => {
  const quota = new Quota({ most: { process: 20, session: 10 }, keptForMembers: 1 / 5, refusal });
  takeMany(quota, 8, () => stranger);
  expect(() => quota.take(stranger)).toThrow(tooMany);
  quota.take(member);
  expect(() => quota.take(member, 1, 1)).toThrow(tooMany);
  quota.take(member);
  expect(() => quota.take(member)).toThrow(tooMany);
});

test('[NET-12] a fifth of what the process holds is kept for members', () => {
  const quota = new Quota({ most: { process: 20 }, keptForMembers: 1 / 5, refusal });
  takeMany(quota, 16, (index) => ({ ...stranger, sessionId: String(index) }));
  expect(() => quota.take(stranger)).toThrow(tooMany);
  takeMany(quota, 4, () => member);
  expect(() => quota.take(member)).toThrow(tooMany);
});

test('[NET-11] what one address holds is bounded, and what is given back is free, once', () => {
  const quota = new Quota({ most: { address: 2 }, refusal });
  const [first] = takeMany(quota, 2, () => stranger);
  expect(() => quota.take(stranger)).toThrow(fromHere);
  quota.take({ ...stranger, address: 'b', client: 'b' });
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  expect(quota.total).toBe(2);
  quota.take(stranger);
  expect(() => quota.take(stranger)).toThrow(fromHere);
});

test('a client that takes all that its address may hold keeps no other client out', () => {
  const quota = new Quota({ most: { address: 100 }, refusal });
  takeMany(quota, 100, () => stranger);
  takeMany(quota, 50, () => member);
  expect(() => quota.take(member)).toThrow(fromHere);
  takeMany(quota, 33, () => ({ ...member, client: 'third' }));
  expect(() => quota.take({ ...member, client: 'third' })).toThrow(fromHere);
  // The total never exceeds twice the limit.
  takeMany(quota, 17, (index) => ({ ...member, client: `client ${String(index)}` }));
  expect(() => quota.take({ ...member, client: 'last' })).toThrow(fromHere);
});

test('[ERR-10] an address that takes all keeps no other address out', () => {
  const quota = new Quota({ most: { process: 34 }, refusal });
  const held = takeMany(quota, 34, () => stranger);
  expect(() => quota.take(stranger)).toThrow(tooMany);
  const others = Array.from({ length: 16 }, (_, index) =>
    takeMany(quota, 2, () => ({ ...stranger, address: `b${String(index)}`, client: 'b' })),
  ).flat();
  held.push(...takeMany(quota, 2, (index) => ({ ...stranger, address: `c${String(index)}` })));
  expect(() => quota.take({ ...stranger, address: 'last' })).toThrow(tooMany);
  for (const part of [...held, ...others]) part[Symbol.dispose]();
  expect(quota.total).toBe(0);
  takeMany(quota, 34, () => stranger);
});

test('[ERR-10] work that fails gives its part back', async () => {
  const quota = new Quota({ most: { process: 1 }, refusal });
  await expect(quota.run(stranger, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(quota.run(stranger, () => Promise.resolve(1))).resolves.toBe(1);
});

test('a part grows as long as there is room, for one address and in all', () => {
  const quota = new Quota({ most: { process: 100, address: 40 }, refusal });
  const first = quota.open(stranger);
  first.grow(30);
  const second = quota.open(stranger);
  expect(() => {
    second.grow(11);
  }).toThrow(fromHere);
  second.grow(10);
  const others = ['b', 'c'].map((address) => quota.open({ address, client: address }));
  for (const other of others) other.grow(30);
  expect(() => {
    second.grow(1);
  }).toThrow(fromHere);
  first[Symbol.dispose]();
  second.grow(30);
  for (const held of [second, ...others]) held[Symbol.dispose]();
  expect(quota.total).toBe(0);
});

const wait = async (quota: Quota, holder: Holder, options: Parameters<Reservation['wait']>[1] = {}) => {
  const held = quota.open(holder);
  await held.wait(1, options);
  return held;
};

test('[EXP-9] parts are handed over in the order of asking, and not twice', async () => {
  const quota = new Quota({ most: { process: 1 }, refusal });
  const order: string[] = [];
  const first = await wait(quota, stranger);
  const others = ['second', 'third'].map(async (name) => {
    const held = await wait(quota, stranger, { waitMs: 10_000 });
    order.push(`${name} has it`);
    await Promise.resolve();
    order.push(`${name} is done`);
    held[Symbol.dispose]();
  });
  expect(quota.isAwaited).toBe(true);
  order.push('first is done');
  first[Symbol.dispose]();
  await Promise.all(others);
  expect(order).toEqual(['first is done', 'second has it', 'second is done', 'third has it', 'third is done']);
  expect(quota.isAwaited).toBe(false);
});

test('[EXP-9] a holder that waited in vain is refused and takes nothing with it', async () => {
  const quota = new Quota({ most: { process: 1 }, refusal });
  const first = await wait(quota, stranger);
  await expect(wait(quota, stranger, { waitMs: 1 })).rejects.toThrow(tooMany);
  first[Symbol.dispose]();
  await wait(quota, stranger, { waitMs: 1 });
  await expect(wait(quota, stranger, { waitMs: 1 })).rejects.toThrow(tooMany);
});

test('[EXP-9] an address gets no more than its share, and those behind it in the queue pass it', async () => {
  const quota = new Quota({ most: { process: 3, address: 2 }, refusal });
  const held = [await wait(quota, stranger), await wait(quota, stranger)];
  const third = wait(quota, stranger, { waitMs: 10_000 });
  const other = { ...stranger, address: 'b', client: 'b' };
  await wait(quota, other, { waitMs: 0 });
  const fourth = wait(quota, other, { waitMs: 10_000 });
  held[0]?.[Symbol.dispose]();
  await third;
  held[1]?.[Symbol.dispose]();
  await fourth;
});

test('[EXP-10] of those who wait the one with the lowest rank goes first', async () => {
  const quota = new Quota({ most: { process: 1 }, refusal });
  const first = await wait(quota, stranger);
  const order: string[] = [];
  const waiters = [3, 1, 2].map(async (rank) => {
    const held = await wait(quota, stranger, { rank: () => rank });
    order.push(String(rank));
    held[Symbol.dispose]();
  });
  first[Symbol.dispose]();
  await Promise.all(waiters);
  expect(order).toEqual(['1', '2', '3']);
});

test('a holder that is gone waits no longer, and takes nothing', async () => {
  const quota = new Quota({ most: { process: 1 }, refusal });
  const first = await wait(quota, stranger);
  const leave = new AbortController();
  const gone = wait(quota, stranger, { signal: leave.signal });
  const next = wait(quota, stranger);
  leave.abort();
  await expect(gone).rejects.toThrow(tooMany);
  await expect(wait(quota, stranger, { signal: leave.signal })).rejects.toThrow(tooMany);
  first[Symbol.dispose]();
  (await next)[Symbol.dispose]();
  expect(quota.isAwaited).toBe(false);
  expect(quota.total).toBe(0);
});
