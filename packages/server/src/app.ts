import { declareEndpoints } from '@pairspace/protocol';
import type { openSandbox, Runtime, Sandbox } from '@pairspace/sandbox';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Executor } from './compute/executor.ts';
import { listenToSandbox, measureQueue } from './compute/metrics.ts';
import { elsewhere } from './compute/place.ts';
import { recoverJobs } from './compute/recover-jobs.ts';
import { bindCompute } from './compute/routes.ts';
import type { OutputRules } from './compute/place-outputs.ts';
import { sandboxPlace } from './compute/sandbox-place.ts';
import { watchJobs } from './compute/watch-jobs.ts';
import type { Config } from './config.ts';
import { Bus } from './events/bus.ts';
import { LiveStreams } from './events/live-streams.ts';
import { bindEvents } from './events/routes.ts';
import { bindFiles } from './files/routes.ts';
import { writeOutputs } from './files/write-outputs.ts';
import { createBind } from './http/bind.ts';
import { StreamSockets } from './http/event-stream.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { Metrics } from './http/metrics.ts';
import { bindDocument } from './http/document-routes.ts';
import { bindProbes } from './http/probe-routes.ts';
import { RateLimit } from './http/rate-limit.ts';
import { createHttpServer } from './http/server.ts';
import type { Clock } from './lib/clock.ts';
import { processIdentity } from './lib/process-identity.ts';
import { Repeat } from './lib/repeat.ts';
import { bindMessages } from './messages/routes.ts';
import { bindNotes } from './notes/routes.ts';
import { bindPresence } from './presence/routes.ts';
import { watchPresence } from './presence/watch.ts';
import { createOpenApi } from './reference/openapi/render-openapi.ts';
import { createReference } from './reference/page/render-reference.ts';
import { sweepDeleted } from './sessions/delete-session.ts';
import { pauseSession } from './sessions/pause-session.ts';
import { bindSessions } from './sessions/routes.ts';
import { listQuietSessions, tellStall } from './sessions/tell-stall.ts';
import { assertWritable } from './storage/storage.ts';
import { openSqlite } from './storage/sqlite/open.ts';

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
  const storage = await openSqlite({
    file: join(config.dataFolder, 'pairspace.sqlite'),
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
    onError: (err) => {
      log.error({ err }, 'a checkpoint failed');
    },
  });
  const { read } = storage;
  const now = (): number => clock.now();
  const live = new LiveStreams({ db: read, bus, now });
  const sockets = new StreamSockets(limits);
  metrics.gauge('pairspace_streams', 'Live streams that are open', () => sockets.size);

  const http = createHttpServer({ ...config, log, bodyBytes: limits.bodyBytes, closing: closing.signal });
  metrics.time(http);
  const endpoints = declareEndpoints(limits);
  const bind = createBind({
    app: http,
    storage,
    bus,
    sockets,
    requestLimit: new RateLimit('requests', config.requestRate),
    waitLimit: new RateLimit('waits', config.requestRate),
    limits,
    adminToken: config.adminToken,
    heartbeatLimit: new RateLimit('heartbeats', config.requestRate),
    closing: closing.signal,
  });
  const wrongCodes = new RateLimit('wrong invite codes', config.inviteRate);
  bindSessions({ ...config, bind, endpoints, read, wrongCodes });
  bindMessages({ bind, endpoints, read });
  bindNotes({ ...limits, bind, endpoints, read });
  bindFiles({ ...limits, bind, endpoints, read });
  const refused = new Set<Runtime>();
  const sandbox =
    config.compute === 'on' ? await openSandboxOf(config, { metrics, log, refused, ...outside }) : undefined;
  const outputRules: OutputRules = {
    pathBytes: limits.pathBytes,
    writeOutputs: (tx, sessionId, editor, files) => writeOutputs(tx, sessionId, editor, files, limits),
  };
  bindCompute({
    ...config,
    ...outputRules,
    bind,
    endpoints,
    read,
    bus,
    place: sandbox
      ? sandboxPlace(sandbox, { memoryMb: config.computeMemoryMb, refused })
      : elsewhere(config.compute === 'off' ? 'off' : 'workers'),
    poolLimit: new RateLimit('new pools', config.poolRate),
    jobLimit: new RateLimit('new jobs', config.jobRate),
  });
  measureQueue(metrics, read, now);
  bindPresence({
    ...config,
    bind,
    endpoints,
    read,
    now,
    pauseSession,
    watchers: (sessionId) => sockets.openIn(sessionId),
  });
  bindEvents({ bind, endpoints, read, live });
  bindDocument(http, '/api/openapi.json', createOpenApi(endpoints));
  bindDocument(http, '/docs', createReference({ ...config, endpoints }));
  bindProbes(http, {
    metrics,
    assertWritable: () => storage.write(assertWritable),
  });

  const sweeps = [
    async () => {
      while ((await storage.write(sweepDeleted)) && !closing.signal.aborted);
    },
    async () => {
      while ((await storage.write(forgetOldKeys)) > 0 && !closing.signal.aborted);
    },
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

  await recoverJobs(storage, config.jobQueueTtlMs);
  const executor =
    sandbox &&
    new Executor({
      ...outputRules,
      storage,
      bus,
      sandbox,
      now,
      holder: processIdentity(),
      slots: config.computeSlots,
      memoryMb: config.computeMemoryMb,
      leaseMs: config.jobLeaseMs,
      queueTtlMs: config.jobQueueTtlMs,
      pollMs: config.computePollMs,
      onError: (err) => {
        log.error({ err }, 'the executor failed');
      },
    });
  const jobWatch = new Repeat(
    () =>
      watchJobs({
        storage,
        now,
        queueTtlMs: config.jobQueueTtlMs,
        keepLeases: async () => executor?.keepLeases(),
        closing: closing.signal,
      }),
    {
      pauseMs: config.computePollMs,
      onError: (err) => {
        log.error({ err }, 'a round of the job watch failed');
      },
    },
  );
  if (executor) metrics.gauge('pairspace_jobs_running', 'Jobs that run in this process', () => executor.load.jobs);

  await http.listen({ host: config.host, port: config.port });
  const { address, port, family } = http.server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`,
    async [Symbol.asyncDispose]() {
      closing.abort();
      sockets.endAll();
      const released = executor?.[Symbol.asyncDispose]();
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
      await released;
      await sandbox?.[Symbol.asyncDispose]();
      for (const loop of [...sweeps, watch, jobWatch]) await loop[Symbol.asyncDispose]();
      await storage[Symbol.asyncDispose]();
    },
  };
};

interface SandboxStart extends Pick<Outside, 'log' | 'openSandbox'> {
  metrics: Metrics;
  refused: Set<Runtime>;
}

/** The sandbox is loaded where it is used alone. */
const openSandboxOf = async (config: Config, { metrics, log, refused, ...outside }: SandboxStart): Promise<Sandbox> => {
  const open = outside.openSandbox ?? (await import('@pairspace/sandbox')).openSandbox;
  return open({
    warm: config.computeWarm,
    memoryBudgetMb: config.computeMemoryMb,
    cacheFolder: join(config.dataFolder, 'sandbox'),
    ...(config.wheelsFolder === undefined ? {} : { wheelsFolder: config.wheelsFolder }),
    onEvent: listenToSandbox(metrics, log, refused),
  });
};
