import { declareEndpoints } from '@pairspace/protocol';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { KeyUses } from './access/create-key.ts';
import { openSigner } from './checkpoints/open-signer.ts';
import type { Config } from './config.ts';
import { EditThread } from './edits/edit-thread.ts';
import { Bus } from './events/bus.ts';
import { LiveStreams } from './events/live-streams.ts';
import { deliveriesTopic } from './events/topics.ts';
import { createBindPage } from './http/transport/documents.ts';
import { createAdmitFace, createBind } from './http/transport/bind.ts';
import { Dispatcher } from './http/dispatch/dispatcher.ts';
import { StreamSockets } from './http/transport/event-stream.ts';
import { createDispatch } from './http/dispatch/local-dispatch.ts';
import { Metrics } from './http/transport/metrics.ts';
import { createHttpServer } from './http/transport/server.ts';
import { traceRequests } from './http/transport/observe-requests.ts';
import { keyInFile, SecretBox } from './lib/secret-box.ts';
import { createServiceLimits } from './limits/service-limits.ts';
import { joinNodes } from './nodes/join-nodes.ts';
import { screenBodies } from './secrets/screen-bodies.ts';
import type { Service } from './slice.ts';
import { checkKey } from './storage/check-key.ts';
import { openStorage } from './storage/open.ts';
import type { Capacity, Storage } from './storage/storage.ts';
import { SignsOfLife } from './tasks/signs-of-life.ts';
import type { Tracing } from './tracing/start-tracing.ts';

type ServiceOptions = Pick<Service, 'clock' | 'log' | 'closing' | 'sessionTables' | 'openSandbox'>;
type Doors = Pick<Service, 'http' | 'endpoints' | 'bind' | 'bindPage' | 'admitFace' | 'dispatch'>;
type BehindDoors = Omit<Service, keyof Doors>;

/**
 * Opens the parts that the slices share: the storage, the other nodes, the HTTP server and the dispatcher behind it.
 * Throws if the database cannot be reached, or if a shared database was sealed under another key.
 */
export const openService = async (config: Config, options: ServiceOptions): Promise<Service & AsyncDisposable> => {
  const service = await openBehindDoors(config, options);
  return Object.assign(service, createDoors(service));
};

const openBehindDoors = async (config: Config, options: ServiceOptions): Promise<BehindDoors & AsyncDisposable> => {
  const { clock, log } = options;
  const now = (): number => clock.now();
  const opened = new AsyncDisposableStack();
  const metrics = new Metrics();
  const bus = new Bus();
  const tracer = opened.use(await traceIfAsked(config, log));
  const capacity: Capacity = { sessionBytes: config.limits.sessionBytes, isFull: false };
  const measured = opened.use(await openMeasuredStorage(config, { clock, log, metrics, bus, capacity }));
  const storage = tracer?.traceStorage(measured) ?? measured;
  const secrets = await openSecrets(config, storage, log);
  const watchersHere = (sessionId: string): number => sockets.openIn(sessionId);
  const nodes = opened.use(await joinNodes({ ...config, storage, bus, now, watchersHere, metrics, log }));
  const serviceLimits = createServiceLimits(config);
  const sockets: StreamSockets = new StreamSockets(serviceLimits.streams, nodes.streamHooks);
  metrics.gauge('pairspace_streams', 'Live streams that are open', () => sockets.size);
  return {
    ...config,
    ...options,
    now,
    metrics,
    bus,
    tracer,
    storage,
    read: storage.read,
    capacity,
    secrets,
    signer: await openSigner(storage, { given: config.signingSeed, box: secrets }),
    nodes,
    pollInterval: nodes.pollInterval,
    watchers: nodes.watchers,
    serviceLimits,
    sockets,
    live: new LiveStreams({ db: storage.read, bus, now }),
    editThread: opened.use(new EditThread()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

const createDoors = (service: BehindDoors): Doors => {
  const { limits, log, metrics, sockets, tracer } = service;
  const http = createHttpServer(service);
  metrics.time(http);
  if (tracer) traceRequests(http, tracer.beginRequest);
  const signsOfLife = new SignsOfLife(service.storage, service.now);
  const keyUses = new KeyUses(service.storage, service.now);
  const dispatcher = new Dispatcher({
    ...service,
    onSignOfLife: (agent) => {
      signsOfLife.note(agent).catch((err: unknown) => {
        log.warn({ err }, 'a sign of life was not stored');
      });
    },
    onCreateKey: (id) => {
      keyUses.note(id).catch((err: unknown) => {
        log.warn({ err }, 'the use of a create key was not stored');
      });
    },
    screen: screenBodies(service),
    onRefusal: metrics.counter(
      'pairspace_refusals_total',
      'Requests that were refused for a reason, by reason',
      'reason',
    ),
  });
  return {
    http,
    endpoints: declareEndpoints(limits),
    bind: createBind({ app: http, dispatcher, sockets, log }),
    bindPage: createBindPage(http),
    admitFace: createAdmitFace(dispatcher),
    dispatch: createDispatch({
      dispatcher,
      framesOf: (stream, holder, signal) => sockets.frames(stream, holder, signal),
      ...limits,
    }),
  };
};

/** The box that seals under the key of the settings, or under the one in the data folder. */
const openSecrets = async (
  { secretKey, dataFolder, databaseUrl }: Config,
  storage: Storage,
  log: Logger,
): Promise<SecretBox> => {
  const secrets = new SecretBox(secretKey ?? keyInFile(join(dataFolder, 'secret.key')));
  await checkKey(storage, secrets, {
    isShared: databaseUrl !== undefined,
    onOtherKey: (why) => {
      log.warn(why);
    },
  });
  return secrets;
};

const openMeasuredStorage = async (
  config: Config,
  { clock, log, metrics, bus, capacity }: Pick<Service, 'clock' | 'log' | 'metrics' | 'bus' | 'capacity'>,
): Promise<Storage> => {
  let retries = 0;
  const storage = await openStorage({
    ...config,
    clock,
    capacity,
    onNotify: (topic) => {
      // The sender of this node looks for deliveries.
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

/**
 * The bytes that the database may occupy. By default the embedded database leaves half of the free disk to others
 * (CAP-8).
 */
const storageLimitOf = async (
  { storageBytes, databaseUrl, dataFolder }: Config,
  storage: Storage,
): Promise<number | undefined> => {
  if (storageBytes === 'off') return undefined;
  if (storageBytes !== undefined || databaseUrl !== undefined) return storageBytes;
  const { bavail, bsize } = await statfs(dataFolder);
  return Math.floor((await storage.usedBytes()) + (bavail * bsize) / 2);
};

/** Tracing is loaded only if the settings ask for it, because it takes memory and time to start. */
const traceIfAsked = async ({ tracing }: Config, log: Logger): Promise<Tracing | undefined> => {
  if (!tracing) return undefined;
  const { startTracing } = await import('./tracing/start-tracing.ts');
  return startTracing(tracing, (err) => {
    log.warn({ err }, 'traces could not be sent');
  });
};
