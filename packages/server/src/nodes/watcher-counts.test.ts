import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestClock } from '../testing/test-app.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { WatcherCounts } from './watcher-counts.ts';

const session = 'ses_watched';

let clock: TestClock;
let opened: TestStorage;
beforeEach(async () => {
  clock = new TestClock();
  opened = await openTestStorage(clock);
});
afterEach(() => opened[Symbol.asyncDispose]());

interface Node {
  counts: WatcherCounts;
  /** From now on this number of streams follow the session on the node. */
  watch: (watchers: number) => Promise<void>;
}

const aNode = (more: readonly string[] = []): Node => {
  let watchersHere = 0;
  const counts = new WatcherCounts({
    storage: opened.storage,
    now: () => clock.now(),
    watchersHere: () => watchersHere,
  });
  return {
    counts,
    watch: async (watchers) => {
      watchersHere = watchers;
      for (const id of [session, ...more]) counts.touch(id);
      await counts.write();
    },
  };
};

/** Every node renews its lease at its regular times. */
const pass = async (seconds: number, ...alive: readonly Node[]): Promise<void> => {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1000);
    for (const { counts } of alive) await counts.write();
  }
};

test('[OPS-14] each node knows how many there are, also when one has stopped or died', async () => {
  const [one, other, third] = [aNode(), aNode(), aNode()];
  const nodes = () => [one, other, third].map(({ counts }) => counts.nodes);
  await one.counts.write();
  expect(one.counts.nodes).toBe(1);
  await pass(11, one, other, third);
  expect(nodes()).toEqual([3, 3, 3]);
  await third.counts.forget();
  await pass(11, one, other);
  expect(nodes().slice(0, 2)).toEqual([2, 2]);
  await pass(41, one);
  expect(one.counts.nodes).toBe(1);
});

test('[OPS-14] the watchers of a node count for the others for as long as it lives', async () => {
  const [one, other] = [aNode(), aNode()];
  await one.watch(2);
  await other.watch(3);
  expect([await one.counts.count(session), await other.counts.onOtherNodes(session)]).toEqual([5, 2]);
  await other.watch(0);
  expect(await one.counts.count(session)).toBe(2);
  await other.watch(4);
  await pass(29, one);
  expect(await one.counts.count(session)).toBe(6);
  await pass(2, one);
  expect(await one.counts.count(session)).toBe(2);
  // The node was only slow: it publishes its numbers again.
  await pass(1, one, other);
  expect(await one.counts.count(session)).toBe(6);
  await other.counts.forget();
  expect(await one.counts.count(session)).toBe(2);
});

test('[OPS-14] a write that has ended has published all sessions, however many changed', async () => {
  const more = Array.from({ length: 1200 }, (_, index) => `ses_${String(index)}`);
  const [one, other] = [aNode(more), aNode()];
  await one.watch(1);
  expect(await Promise.all(['ses_0', 'ses_600', 'ses_1199'].map((id) => other.counts.onOtherNodes(id)))).toEqual([
    1, 1, 1,
  ]);
});

test('[OPS-14] nodes renew their leases at once after the clock was set back, and the lease of a dead node expires', async () => {
  const [one, other] = [aNode(), aNode()];
  await one.watch(2);
  await other.watch(3);
  clock.advance(-3_600_000);
  await pass(1, one, other);
  expect([await one.counts.count(session), one.counts.nodes]).toEqual([5, 2]);
  await pass(41, one);
  expect([await one.counts.count(session), one.counts.nodes]).toEqual([2, 1]);
});
