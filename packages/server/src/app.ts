import { declareEndpoints } from '@pairspace/protocol';
import type { openSandbox } from '@pairspace/sandbox';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { GatheredIdentities } from './access/gathered-identities.ts';
import { type FindIdentity, findIdentityIn } from './access/identity-row.ts';
import type { Config } from './config.ts';
import { EditThread } from './edits/edit-thread.ts';
import { LiveStreams } from './events/live-streams.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { createBindPage } from './http/bind-page.ts';
import { createBind } from './http/bind.ts';
import { Dispatcher } from './http/dispatch.ts';
import { bindDocument } from './http/document-routes.ts';
import { createDispatch, type Dispatch } from './http/local-dispatch.ts';
import type { Metrics } from './http/metrics.ts';
import { bindProbes } from './http/probe-routes.ts';
import { createHttpServer } from './http/server.ts';
import { traceRequests } from './http/trace-requests.ts';
import type { Clock } from './lib/clock.ts';
import { bindMcp } from './mcp/bind-mcp.ts';
import { warmUp as warmUpMcp } from './mcp/warm-up.ts';
import { createOpenApi } from './reference/openapi/render-openapi.ts';
import { shortOpenApi } from './reference/openapi/short.ts';
import { screenBodies } from './secrets/screen-bodies.ts';
import type { Service, Slice } from './slice.ts';
import { createSlices } from './slices.ts';
import { startBackgroundJobs } from './start-background-jobs.ts';
import { assertWritable, type Queries } from './storage/storage.ts';
import { bindViewer } from './viewer/bind-viewer.ts';
import { readViewPage } from './viewer/view-page.ts';

/** What may take this long after a shutdown began is cut off. */
const shutdownGraceMs = 8000;

/**
 * New connections that the system keeps until they are accepted, as far as it allows so many. With Node's 511 a burst of
 * clients loses packets, and each that did waits 1 s or 3 s before it tries again.
 */
const backlog = 4096;

interface AppOptions {
  clock: Clock;
  log: Logger;
  /** Another sandbox than the real one. */
  openSandbox?: typeof openSandbox;
}

/** The running service. */
export interface App extends AsyncDisposable {
  /** Where it listens. */
  url: string;
  /** Calls an endpoint in this process, without HTTP. */
  dispatch: Dispatch;
}

/** Puts the service together and starts it: the one place that knows every part. */
export const startApp = async (config: Config, { clock, log, ...outside }: AppOptions): Promise<App> => {
  const closing = new AbortController();
  const foundation = await openFoundation(config, { clock, log });
  const { nodes } = foundation;
  const front = createFront(config, foundation, { log, closing: closing.signal });
  const { http, dispatch } = front;
  const slices = createSlices(() => clock.now());
  const editThread = new EditThread();
  const service = createService(config, foundation, front, {
    openSandbox: outside.openSandbox,
    clock,
    log,
    editThread,
    sessionTables: slices.flatMap(({ sessionTables }) => sessionTables ?? []),
    closing: closing.signal,
  });

  // Before its first round it knows how many nodes there are.
  await nodes.writeWatcherCounts();
  const started = await startSlices(slices, service);
  await bindBesideSlices(foundation, front, service);
  const backgroundJobs = startBackgroundJobs(service, { ...foundation, ...nodes, slices, log });

  await warmUpMcp();
  await http.listen({ host: config.host, port: config.port, backlog });
  return {
    url: urlOf(http),
    dispatch,
    async [Symbol.asyncDispose]() {
      closing.abort();
      foundation.sockets.endAll();
      const ended = started.map((part) => part[Symbol.asyncDispose]());
      await closeHttp(http);
      await Promise.all(ended);
      await editThread[Symbol.asyncDispose]();
      await backgroundJobs[Symbol.asyncDispose]();
      await foundation[Symbol.asyncDispose]();
    },
  };
};

type Front = ReturnType<typeof createFront>;

/** What the slices get: the settings, the foundation, the front, and what they share beside these. */
const createService = (
  config: Config,
  foundation: Foundation,
  front: Front,
  shared: Pick<Service, 'openSandbox' | 'clock' | 'log' | 'editThread' | 'sessionTables' | 'closing'>,
): Service => {
  const { storage, bus, nodes, tracer } = foundation;
  const now = (): number => shared.clock.now();
  return {
    ...config,
    ...foundation,
    ...front,
    ...shared,
    read: storage.read,
    now,
    pollInterval: nodes.pollInterval,
    watchers: nodes.watchers,
    live: new LiveStreams({ db: storage.read, bus, now }),
    wrongCodes: foundation.serviceLimits.wrongCodes,
    rendering: foundation.serviceLimits.rendering,
    tracePost: tracer?.tracePost,
  };
};

/** Binds the endpoints of the slices; returns what runs beside requests. */
const startSlices = async (slices: readonly Slice[], service: Service): Promise<AsyncDisposable[]> => {
  const started: AsyncDisposable[] = [];
  for (const slice of slices) {
    if (slice.start) started.push(await slice.start(service));
    slice.bind?.(service);
  }
  return started;
};

const countRefusals = (metrics: Metrics): ((reason: string) => void) =>
  metrics.counter('pairspace_refusals_total', 'Requests that were refused for a reason, by reason', 'reason');

/** On PostgreSQL every query is a message, so several requests share one. */
const identitiesOf = ({ databaseUrl }: Config, read: Queries): FindIdentity =>
  databaseUrl === undefined ? findIdentityIn(read) : new GatheredIdentities(read).find;

/** The doors that belong to no slice: MCP, the reference, the page for people, the probes. */
const bindBesideSlices = async (
  { storage, metrics, nodes, serviceLimits }: Foundation,
  { http, dispatch, endpoints }: Front,
  service: Service,
): Promise<void> => {
  bindMcp({
    ...service,
    serviceLimits,
    http,
    dispatch,
    viewPage: readViewPage,
  });
  bindDocument(http, '/api/openapi.json', createOpenApi(endpoints));
  bindDocument(http, '/api/openapi.min.json', createOpenApi(endpoints, shortOpenApi));
  await bindViewer(http);
  bindProbes(http, {
    requests: serviceLimits.requests,
    metrics,
    assertWritable: () => storage.write(assertWritable, { concurrent: true }),
    conditions: nodes.conditions,
  });
};

/** The HTTP server, and the dispatcher behind it, to which endpoints are bound. */
const createFront = (
  config: Config,
  { storage, bus, metrics, sockets, serviceLimits, tracer }: Foundation,
  { log, closing }: { log: Logger; closing: AbortSignal },
) => {
  const { limits } = config;
  const http = createHttpServer({ ...config, serviceLimits, log, closing });
  metrics.time(http);
  warnOfAnyHost(config, log);
  if (tracer) traceRequests(http, tracer.beginRequest);
  const dispatcher = new Dispatcher({
    ...config,
    storage,
    findIdentity: identitiesOf(config, storage.read),
    bus,
    serviceLimits,
    screen: screenBodies(config),
    onRefusal: countRefusals(metrics),
    closing,
  });
  return {
    http,
    endpoints: declareEndpoints(limits),
    bind: createBind({ app: http, dispatcher, sockets, log, limits }),
    bindPage: createBindPage(http),
    dispatch: createDispatch({
      dispatcher,
      framesOf: (stream, reader, signal) => sockets.frames(stream, reader, signal),
      limits,
    }),
  };
};

const warnOfAnyHost = ({ isExposed, hosts }: Config, log: Logger): void => {
  if (isExposed && hosts === 'any') {
    log.warn('The service answers to every Host. Name its own names in PAIRSPACE_HOSTS.');
  }
};

const urlOf = (http: FastifyInstance): string => {
  const { address, port, family } = http.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`;
};

/** Takes no more requests, waits for those under way, and cuts off what takes too long. */
const closeHttp = async (http: FastifyInstance): Promise<void> => {
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
};
