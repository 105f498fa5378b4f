import { declareEndpoints } from '@pairspace/protocol';
import type { openSandbox } from '@pairspace/sandbox';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { bindAgents } from './agents/routes.ts';
import { getCompute } from './compute/get-compute.ts';
import { listWholeJobs } from './compute/list-jobs.ts';
import { bindCompute } from './compute/routes.ts';
import { startComputing } from './compute/start-computing.ts';
import type { OutputRules } from './compute/place-outputs.ts';
import type { Config } from './config.ts';
import { Bus } from './events/bus.ts';
import { NatsLine } from './events/nats-line.ts';
import { LiveStreams } from './events/live-streams.ts';
import { bindEvents } from './events/routes.ts';
import { bindExports } from './exports/routes.ts';
import { readFile } from './files/file-store.ts';
import { listFiles } from './files/list-files.ts';
import { bindFiles } from './files/routes.ts';
import { writeOutputs } from './files/write-outputs.ts';
import { createBind } from './http/bind.ts';
import { StreamSockets } from './http/event-stream.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { Metrics } from './http/metrics.ts';
import { bindDocument } from './http/document-routes.ts';
import { bindProbes } from './http/probe-routes.ts';
import { RateLimit } from './http/rate-limit.ts';
import { forgetOldTallies, SharedLimit } from './http/shared-limit.ts';
import { createHttpServer } from './http/server.ts';
import { traceRequests } from './http/trace-requests.ts';
import type { Clock } from './lib/clock.ts';
import { Repeat } from './lib/repeat.ts';
import { bindMessages } from './messages/routes.ts';
import { listNotes } from './notes/list-notes.ts';
import { listNoteVersions } from './notes/note-history.ts';
import { bindNotes } from './notes/routes.ts';
import { listPresence } from './presence/list-presence.ts';
import { bindPresence } from './presence/routes.ts';
import { watchPresence } from './presence/watch.ts';
import { WatcherCounts } from './presence/watcher-counts.ts';
import { createOpenApi } from './reference/openapi/render-openapi.ts';
import { createReference } from './reference/page/render-reference.ts';
import { sweepDeleted } from './sessions/delete-session.ts';
import { getSession } from './sessions/get-session.ts';
import { listObservers } from './sessions/list-observers.ts';
import { pauseSession } from './sessions/pause-session.ts';
import { bindSessions } from './sessions/routes.ts';
import { listQuietSessions, tellStall } from './sessions/tell-stall.ts';
import { openStorage } from './storage/open.ts';
import { assertWritable, type Transaction } from './storage/storage.ts';
import type { Tracing } from './tracing/start-tracing.ts';
import { bindTranscripts } from './transcripts/routes.ts';
import { checkKey } from './webhooks/check-key.ts';
import { sweepDeletedWebhooks } from './webhooks/delete-webhook.ts';
import { forgetOldDeliveries } from './webhooks/forget-deliveries.ts';
import { bindWebhooks } from './webhooks/routes.ts';
import { keyInFile, SecretBox } from './webhooks/secret-box.ts';
import { startSending } from './webhooks/start-sending.ts';

/** What may take this long after a shutdown began is cut off. */
const shutdownGraceMs = 8000;
const sweepPauseMs = 1000;

interface Outside {
  clock: Clock;
  log: Logger;
  /** Another sandbox than the real one. */
  openSandbox?: typeof openSandbox;
}

/** The running service. */
export interface App extends AsyncDisposable {
  /** Where it listens. */
  url: string;
}

/** Puts the service together and starts it: the one place that knows every part. */
export const startApp = async (config: Config, { clock, log, ...outside }: Outside): Promise<App> => {
  const { limits } = config;
  const closing = new AbortController();
  const metrics = new Metrics();
  const bus = new Bus();
  let retries = 0;
  const tracing = await traceIfAsked(config, log);
  const opened = await openStorage({
    ...config,
    clock,
    onNudge: (sessionId) => {
      bus.nudge(sessionId);
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
  });
  const storage = tracing?.traceStorage(opened) ?? opened;
  const secrets = new SecretBox(config.secretKey ?? keyInFile(join(config.dataFolder, 'secret.key')));
  await checkKey(storage, secrets, {
    isShared: config.databaseUrl !== undefined,
    onOtherKey: (why) => {
      log.warn(why);
    },
  });
  metrics.gauge('pairspace_transaction_retries', 'Transactions that were run anew, since the start', () => retries);
  const line = config.natsUrl === undefined ? undefined : joinNodes(config.natsUrl, { bus, metrics, log });
  const { read } = storage;
  const now = (): number => clock.now();
  const live = new LiveStreams({ db: read, bus, now });
  const watchersHere = (sessionId: string): number => sockets.openIn(sessionId);
  // The embedded database has one node: nobody follows a session elsewhere.
  const watcherCounts =
    config.databaseUrl === undefined ? undefined : new WatcherCounts({ storage, now, watchersHere });
  const sockets: StreamSockets = new StreamSockets(limits, {
    onChange: (sessionId) => {
      watcherCounts?.touch(sessionId);
    },
    ...(watcherCounts || line
      ? {
          openElsewhere: async (sessionId) => (await watcherCounts?.elsewhere(sessionId)) ?? 0,
          beforeOpen: async (sessionId) => {
            await Promise.all([line?.reach(sessionId), watcherCounts?.write().catch(() => undefined)]);
          },
        }
      : {}),
  });
  metrics.gauge('pairspace_streams', 'Live streams that are open', () => sockets.size);

  const http = createHttpServer({ ...config, log, bodyBytes: limits.bodyBytes, closing: closing.signal });
  metrics.time(http);
  if (tracing) traceRequests(http, tracing.beginRequest);
  const endpoints = declareEndpoints(limits);
  const bind = createBind({
    app: http,
    storage,
    bus,
    sockets,
    log,
    requestLimit: new RateLimit('requests', config.requestRate),
    waitLimit: new RateLimit('waits', config.requestRate),
    limits,
    heartbeatLimit: new RateLimit('heartbeats', config.requestRate),
    adminToken: config.adminToken,
    closing: closing.signal,
  });
  const wrongCodes = new SharedLimit('wrong invite codes', config.inviteRate);
  bindSessions({ ...config, bind, endpoints, read, wrongCodes });
  bindMessages({ bind, endpoints, read });
  bindNotes({ ...limits, bind, endpoints, read });
  bindFiles({ ...limits, bind, endpoints, read });
  const outputRules: OutputRules = {
    pathBytes: limits.pathBytes,
    writeOutputs: (tx, sessionId, editor, files) => writeOutputs(tx, sessionId, editor, files, limits),
  };
  const computing = await startComputing({
    ...config,
    ...outside,
    storage,
    bus,
    now,
    metrics,
    log,
    outputRules,
    closing: closing.signal,
  });
  const { place } = computing;
  bindCompute({
    ...config,
    ...outputRules,
    bind,
    endpoints,
    read,
    bus,
    place,
    poolLimit: new RateLimit('new pools', config.poolRate),
    jobLimit: new RateLimit('new jobs', config.jobRate),
  });
  bindPresence({
    ...config,
    bind,
    endpoints,
    read,
    now,
    pauseSession,
    watchers: async (sessionId) => (await watcherCounts?.count(sessionId)) ?? watchersHere(sessionId),
  });
  bindEvents({ bind, endpoints, read, live });
  bindTranscripts({ bind, endpoints, storage });
  bindExports({
    ...config,
    bind,
    endpoints,
    storage,
    now,
    sections: {
      session: (db, sessionId) => getSession(db, { kind: 'stranger' }, sessionId),
      observers: listObservers,
      notes: listNotes,
      noteVersions: listNoteVersions,
      files: listFiles,
      file: readFile,
      compute: { summary: (db, sessionId) => getCompute(db, sessionId, place), jobs: listWholeJobs },
      presence: (db, sessionId, page) => listPresence(db, sessionId, page, now()),
    },
  });
  bindAgents({ bind, endpoints, read, clock });
  bindWebhooks({
    bind,
    endpoints,
    read,
    limits,
    secrets,
    access: config.webhookAccess,
    heldMs: config.webhookScheduleMs.at(-1) ?? 0,
  });
  bindDocument(http, '/api/openapi.json', createOpenApi(endpoints));
  bindDocument(http, '/docs', createReference({ ...config, endpoints }));
  bindProbes(http, {
    metrics,
    assertWritable: () => storage.write(assertWritable, { concurrent: true }),
    conditions: () => (line ? { nats: line.isConnected ? 'connected' : 'away' } : {}),
  });

  /** Removes a few rows in each transaction, until there are no more. */
  const sweep = (work: (tx: Transaction) => Promise<number | boolean>) => async (): Promise<void> => {
    while ((await storage.write(work, { concurrent: true })) && !closing.signal.aborted);
  };
  const sweeps = [
    sweep(sweepDeleted),
    sweep(forgetOldKeys),
    sweep(sweepDeletedWebhooks),
    sweep((tx) => forgetOldDeliveries(tx, config.webhookKeepMs)),
    sweep(forgetOldTallies),
    async () => watcherCounts?.write(),
  ].map(
    (task) =>
      new Repeat(task, {
        pauseMs: sweepPauseMs,
        onError: (err) => {
          log.error({ err }, 'a sweep failed');
        },
      }),
  );

  const watch = new Repeat(
    () =>
      watchPresence({
        ...config,
        storage,
        now,
        pauseSession,
        listQuietSessions,
        tellStall,
        closing: closing.signal,
      }),
    {
      pauseMs: config.watchPauseMs,
      onError: (err) => {
        log.error({ err }, 'a round of the presence watch failed');
      },
    },
  );
  const sending = startSending({
    ...config,
    storage,
    bus,
    clock,
    secrets,
    metrics,
    tracePost: tracing?.tracePost,
    onError: (err) => {
      log.error({ err }, 'sending deliveries failed');
    },
  });

  await http.listen({ host: config.host, port: config.port });
  const { address, port, family } = http.server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`,
    async [Symbol.asyncDispose]() {
      closing.abort();
      sockets.endAll();
      const sent = sending[Symbol.asyncDispose]();
      const released = computing[Symbol.asyncDispose]();
      // A connection that was busy when the closing began is idle when its answer is sent.
      const closeIdle = setInterval(() => {
        http.server.closeIdleConnections();
      }, 50);
      const cutOff = setTimeout(() => {
        http.server.closeAllConnections();
      }, shutdownGraceMs);
      await http.close();
      clearInterval(closeIdle);
      clearTimeout(cutOff);
      await sent;
      await released;
      for (const loop of [...sweeps, watch]) await loop[Symbol.asyncDispose]();
      await watcherCounts?.forget().catch(() => undefined);
      await line?.[Symbol.asyncDispose]();
      await storage[Symbol.asyncDispose]();
      await tracing?.[Symbol.asyncDispose]();
    },
  };
};

interface NodesOptions {
  bus: Bus;
  metrics: Metrics;
  log: Logger;
}

/** Joins this node’s bus with those of the others. */
const joinNodes = (url: string, { bus, metrics, log }: NodesOptions): NatsLine => {
  const line = new NatsLine({
    url,
    bus,
    onChange: (isConnected, why) => {
      log[isConnected ? 'info' : 'warn'](why);
    },
  });
  metrics.gauge('pairspace_nats_connected', '1 while NATS is there, 0 while it is away', () =>
    Number(line.isConnected),
  );
  metrics.gauge('pairspace_nats_interests', 'Sessions that are followed here', () => line.interests);
  metrics.gauge('pairspace_nats_received', 'Words that came from other nodes, since the start', () => line.received);
  metrics.gauge('pairspace_nats_dropped', 'Words lost while NATS was away, since the start', () => line.dropped);
  return line;
};

/** Loaded when it is asked for alone: it takes memory and time to start. */
const traceIfAsked = async ({ tracing }: Config, log: Logger): Promise<Tracing | undefined> => {
  if (!tracing) return undefined;
  const { startTracing } = await import('./tracing/start-tracing.ts');
  return startTracing(tracing, (err) => {
    log.warn({ err }, 'traces could not be sent');
  });
};
