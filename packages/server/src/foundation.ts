import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openSigner } from './checkpoints/open-signer.ts';
import type { Signer } from './checkpoints/signer.ts';
import type { Config } from './config.ts';
import { Bus } from './events/bus.ts';
import { deliveriesTopic } from './events/queue-deliveries.ts';
import { StreamSockets } from './http/event-stream.ts';
import { Metrics } from './http/metrics.ts';
import { joinNodes, type Nodes } from './join-nodes.ts';
import type { Clock } from './lib/clock.ts';
import { createServiceLimits, type ServiceLimits } from './limits/service-limits.ts';
import { openStorage } from './storage/open.ts';
import type { Capacity, Storage } from './storage/storage.ts';
import type { Tracing } from './tracing/start-tracing.ts';
import { checkKey } from './webhooks/check-key.ts';
import { keyInFile, SecretBox } from './webhooks/secret-box.ts';

/** The base of all other parts: the storage, the bus, the other nodes, the keys, and their metrics. */
export interface Foundation extends AsyncDisposable {
  storage: Storage;
  capacity: Capacity;
  bus: Bus;
  metrics: Metrics;
  nodes: Nodes;
  serviceLimits: ServiceLimits;
  sockets: StreamSockets;
  secrets: SecretBox;
  signer: Signer;
  /** Undefined: nothing is traced. */
  tracer: Tracing | undefined;
}

interface FoundationOptions {
  clock: Clock;
  log: Logger;
}

/** Opens the storage and joins the other nodes. It fails when the database is out of reach or sealed under another key. */
export const openFoundation = async (config: Config, { clock, log }: FoundationOptions): Promise<Foundation> => {
  const metrics = new Metrics();
  const bus = new Bus();
  const tracer = await traceIfAsked(config, log);
  const capacity: Capacity = { sessionBytes: config.limits.sessionBytes, isFull: false };
  const opened = await openMeasuredStorage(config, { clock, log, metrics, bus, capacity });
  const storage = tracer?.traceStorage(opened) ?? opened;
  const secrets = new SecretBox(config.secretKey ?? keyInFile(join(config.dataFolder, 'secret.key')));
  await checkKey(storage, secrets, {
    isShared: config.databaseUrl !== undefined,
    onOtherKey: (why) => {
      log.warn(why);
    },
  });
  const signer = await openSigner(storage, { given: config.signingSeed, box: secrets });
  const watchersHere = (sessionId: string): number => sockets.openIn(sessionId);
  const nodes = await joinNodes({ ...config, storage, bus, now: () => clock.now(), watchersHere, metrics, log });
  const serviceLimits = createServiceLimits(config);
  const sockets: StreamSockets = new StreamSockets(serviceLimits.streams, nodes.streamHooks);
  metrics.gauge('pairspace_streams', 'Live streams that are open', () => sockets.size);
  return {
    storage,
    capacity,
    bus,
    metrics,
    nodes,
    serviceLimits,
    sockets,
    secrets,
    signer,
    tracer,
    async [Symbol.asyncDispose]() {
      await nodes[Symbol.asyncDispose]();
      await storage[Symbol.asyncDispose]();
      await tracer?.[Symbol.asyncDispose]();
    },
  };
};

const openMeasuredStorage = async (
  config: Config,
  { clock, log, metrics, bus, capacity }: FoundationOptions & Pick<Foundation, 'metrics' | 'bus' | 'capacity'>,
): Promise<Storage> => {
  let retries = 0;
  const storage = await openStorage({
    ...config,
    clock,
    capacity,
    onNotify: (topic) => {
      // The sender of this node looks, and tells the one on another that works on that queue.
      if (topic === deliveriesTopic) bus.notifyLocal(topic);
      else bus.notify(topic);
    },
    onAnnounce: (frame) => {
      bus.announce(frame);
    },
    onBatch: (transactions) => {
      metrics.countCommit(transactions);
    },
    onRetry: () => {
      retries++;
    },
    onError: (err) => {
      log.error({ err }, 'a checkpoint failed');
    },
    onWait: (err) => {
      log.warn({ err }, 'the database is away; waiting for it');
    },
  });
  metrics.gauge('pairspace_transaction_retries', 'Transactions that were run anew, since the start', () => retries);
  metrics.gauge('pairspace_storage_bytes', 'Bytes that the database occupies', () => storage.usedBytes());
  const storageBytes = await storageLimitOf(config, storage);
  if (storageBytes !== undefined) {
    capacity.storageBytes = storageBytes;
    metrics.gauge('pairspace_storage_limit_bytes', 'Bytes that the database may occupy', () => storageBytes);
  }
  return storage;
};

/** The bytes that the database may occupy. By default half of the free disk stays free for others (CAP-8). */
const storageLimitOf = async (
  { storageBytes, databaseUrl, dataFolder }: Config,
  storage: Storage,
): Promise<number | undefined> => {
  if (storageBytes === 'off') return undefined;
  if (storageBytes !== undefined || databaseUrl !== undefined) return storageBytes;
  const { bavail, bsize } = await statfs(dataFolder);
  return Math.floor((await storage.usedBytes()) + (bavail * bsize) / 2);
};

/** Loaded when it is asked for alone: it takes memory and time to start. */
const traceIfAsked = async ({ tracing }: Config, log: Logger): Promise<Tracing | undefined> => {
  if (!tracing) return undefined;
  const { startTracing } = await import('./tracing/start-tracing.ts');
  return startTracing(tracing, (err) => {
    log.warn({ err }, 'traces could not be sent');
  });
};
