import { readConfig, systemClock } from '@pairspace/server';
import {
  Bus,
  createSlices,
  NatsTransport,
  openPostgres,
  pollIntervalOf,
  Repeat,
  SecretBox,
  startBackgroundJobs,
  startSending,
  waitForTurn,
  WatcherCounts,
  watchJobs,
} from '@pairspace/server/inside';
import type { BackgroundNodes } from './background-nodes.ts';

const { databaseUrl, natsUrl, count, first, followed } = JSON.parse(process.argv[2] ?? '') as BackgroundNodes;

const config = readConfig({});
const now = (): number => systemClock.now();
const closing = new AbortController().signal;
const metrics = { counter: () => () => undefined, gauge: () => undefined };
const secrets = new SecretBox(Buffer.alloc(32, 1));
let failures = 0;
const onError = (): void => {
  failures++;
};

/** A node of the cluster without its background work. */
const openNode = async (index: number) => {
  const bus = new Bus();
  const storage = await openPostgres({
    url: databaseUrl,
    connections: 2,
    clock: systemClock,
    onNotify: (sessionId) => {
      bus.notify(sessionId);
    },
    onAnnounce: (frame) => {
      bus.announce(frame);
    },
  });
  new NatsTransport({ url: natsUrl, bus, onChange: () => undefined });
  for (let session = 0; session < followed; session++)
    bus.watch(`ses_${String(index)}_${String(session)}`, () => undefined);
  const watcherCounts = new WatcherCounts({ storage, now, watchersHere: () => 0 });
  const pollInterval = (pauseMs: number): number => pollIntervalOf(watcherCounts.nodes, pauseMs);
  await watcherCounts.write();
  return { index, bus, storage, watcherCounts, pollInterval };
};

type Node = Awaited<ReturnType<typeof openNode>>;

/** Starts all background work of an idle node, with the node's own code. */
const startNode = async (index: number): Promise<void> => {
  const node = await openNode(index);
  const { bus, storage, watcherCounts, pollInterval } = node;
  const slices = createSlices(now);
  startBackgroundJobs(
    {
      ...config,
      storage,
      sessionTables: slices.flatMap(({ sessionTables }) => sessionTables ?? []),
      now,
      metrics,
      pollInterval,
      closing,
      capacity: { sessionBytes: Infinity, isFull: false },
      nodes: { writeWatcherCounts: () => watcherCounts.write() },
      log: { error: onError },
    },
    slices,
  );
  startSending({
    ...config,
    storage,
    bus,
    clock: systemClock,
    secrets,
    pollInterval,
    metrics,
    onError,
  });
  startComputing(node);
};

const startComputing = ({ bus, storage, pollInterval }: Node): void => {
  new Repeat(
    () => watchJobs({ storage, now, queueTtlMs: config.jobQueueTtlMs, keepLeases: () => Promise.resolve(), closing }),
    { pauseMs: () => pollInterval(config.computePollMs), onError },
  );
  void waitForJobs({ bus, storage, pollInterval });
};

/** A worker that waits for jobs, of which there are none. */
const waitForJobs = async ({ bus, storage, pollInterval }: Pick<Node, 'bus' | 'storage' | 'pollInterval'>) => {
  for (;;) {
    await waitForTurn(
      { types: ['javascript', 'python', 'wasm'], sandboxOnly: true },
      {
        read: storage.read,
        bus,
        waitMs: 50_000,
        pollMs: pollInterval(config.computePollMs),
        signal: closing,
        takeWaitSlot: () => new DisposableStack(),
        isStillAdmitted: () => Promise.resolve(true),
      },
    ).catch(onError);
  }
};

const together = 2;
for (let started = 0; started < count; started += together) {
  await Promise.all(
    Array.from({ length: Math.min(together, count - started) }, (_, place) => startNode(first + started + place)),
  );
}
process.send?.('started');
process.on('disconnect', () => process.exit(failures === 0 ? 0 : 1));
