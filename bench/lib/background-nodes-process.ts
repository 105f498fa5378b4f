import { readConfig, systemClock } from '@pairspace/server';
import {
  Bus,
  createSlices,
  Executor,
  NatsTransport,
  openPostgres,
  pollIntervalOf,
  Repeat,
  SecretBox,
  startBackgroundJobs,
  startSending,
  WatcherCounts,
  watchJobs,
} from '@pairspace/server/inside';
import type { BackgroundNodes } from './background-nodes.ts';

const { databaseUrl, natsUrl, count, first, followed } = JSON.parse(process.argv[2] ?? '') as BackgroundNodes;

const config = readConfig({});
const now = (): number => systemClock.now();
const closing = new AbortController().signal;
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
      pollInterval,
      closing,
    },
    {
      slices,
      capacity: { sessionBytes: Infinity, isFull: false },
      writeWatcherCounts: () => watcherCounts.write(),
      log: { error: onError },
    },
  );
  startSending({
    ...config,
    storage,
    bus,
    clock: systemClock,
    secrets,
    pollInterval,
    metrics: { counter: () => () => undefined, gauge: () => undefined },
    onError,
  });
  startComputing(node);
};

const startComputing = ({ index, bus, storage, pollInterval }: Node): void => {
  new Repeat(
    () => watchJobs({ storage, now, queueTtlMs: config.jobQueueTtlMs, keepLeases: () => Promise.resolve(), closing }),
    { pauseMs: () => pollInterval(config.computePollMs), onError },
  );
  new Executor({
    storage,
    bus,
    now,
    pollInterval,
    // The queue is empty, so the executor never runs a job.
    sandbox: {
      runtimes: [{ name: 'javascript', engine: 'none', available: true, warm: 0, reason: null }],
      memoryBudgetMb: 0,
      hostMemoryMb: () => Infinity,
      run: () => Promise.reject(new Error('a job where there is none')),
    },
    holder: `background:${String(index)}`,
    slots: 1,
    leaseMs: config.jobLeaseMs,
    queueTtlMs: config.jobQueueTtlMs,
    pollMs: config.computePollMs,
    pathBytes: config.limits.pathBytes,
    screenOutputs: (_sessionId, outputs) => Promise.resolve([...outputs]),
    writeOutputs: () => Promise.resolve([]),
    onError,
  });
};

const together = 2;
for (let started = 0; started < count; started += together) {
  await Promise.all(
    Array.from({ length: Math.min(together, count - started) }, (_, place) => startNode(first + started + place)),
  );
}
process.send?.('started');
process.on('disconnect', () => process.exit(failures === 0 ? 0 : 1));
