import type { openSandbox } from '@pairspace/sandbox';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { bindA2a } from './a2a/bind-a2a.ts';
import type { Config } from './config.ts';
import { bindDocument } from './http/transport/document-routes.ts';
import type { Dispatch } from './http/dispatch/local-dispatch.ts';
import { bindProbes } from './http/transport/probe-routes.ts';
import type { Clock } from './lib/clock.ts';
import { bindMcp } from './mcp/bind-mcp.ts';
import { warmUp as warmUpMcp } from './mcp/warm-up.ts';
import { openService } from './open-service.ts';
import { createOpenApi } from './reference/openapi/render-openapi.ts';
import { shortOpenApi } from './reference/openapi/short.ts';
import type { Service, Slice } from './slice.ts';
import { createSlices } from './slices.ts';
import { startBackgroundJobs } from './start-background-jobs.ts';
import { assertWritable } from './storage/storage.ts';
import { bindViewer } from './viewer/bind-viewer.ts';
import { readViewPage } from './viewer/view-page.ts';
import { taskWebhooks } from './webhooks/task-webhooks.ts';

/** The time after the beginning of a shutdown at which the remaining connections are closed. */
const shutdownGraceMs = 8000;

/**
 * The number of new connections that the system queues until they are accepted, if it allows so many. With Node's
 * default of 511, a burst of clients loses packets, and a client that lost one waits 1 s or 3 s before it tries again.
 */
const backlog = 4096;

interface AppOptions {
  clock: Clock;
  log: Logger;
  /** Tests replace the sandbox. */
  openSandbox?: typeof openSandbox;
}

/** The running service. */
export interface App extends AsyncDisposable {
  /** The address of the service. */
  url: string;
  /** Calls an endpoint in this process, without HTTP. */
  dispatch: Dispatch;
}

/** Puts the service together and starts it. */
export const startApp = async (config: Config, { clock, log, openSandbox }: AppOptions): Promise<App> => {
  const closing = new AbortController();
  const slices = createSlices(() => clock.now());
  const service = await openService(config, {
    clock,
    log,
    openSandbox,
    sessionTables: slices.flatMap(({ sessionTables }) => sessionTables ?? []),
    closing: closing.signal,
  });
  const { http, dispatch, nodes, sockets } = service;
  warnOfAnyHost(config, log);

  // The node must know the number of nodes before the background jobs start, because their pauses depend on it.
  await nodes.writeWatcherCounts();
  const started = await startSlices(slices, service);
  await bindBesideSlices(service);
  const backgroundJobs = startBackgroundJobs(service, slices);

  await warmUpMcp();
  await http.listen({ host: config.host, port: config.port, backlog });
  return {
    url: urlOf(http),
    dispatch,
    async [Symbol.asyncDispose]() {
      closing.abort();
      sockets.endAll();
      const ended = started.map((part) => part[Symbol.asyncDispose]());
      await closeHttp(http);
      await Promise.all(ended);
      await backgroundJobs[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
};

/** Binds the endpoints of the slices. Returns the parts that run beside requests, to be disposed of at the end. */
const startSlices = async (slices: readonly Slice[], service: Service): Promise<AsyncDisposable[]> => {
  const started: AsyncDisposable[] = [];
  for (const slice of slices) {
    if (slice.start) started.push(await slice.start(service));
    slice.bind?.(service);
  }
  return started;
};

/** Binds the routes that belong to no slice: MCP, A2A, the API reference, the viewer and the probes. */
const bindBesideSlices = async (service: Service): Promise<void> => {
  const { http, endpoints, storage, metrics, nodes, serviceLimits, publicUrl } = service;
  bindMcp({ ...service, viewPage: readViewPage });
  if (service.a2a) bindA2a({ ...service, pushConfigs: taskWebhooks(service) });
  bindDocument(http, '/api/openapi.json', createOpenApi(endpoints, publicUrl));
  bindDocument(http, '/api/openapi.min.json', createOpenApi(endpoints, publicUrl, shortOpenApi));
  await bindViewer(http);
  bindProbes(http, {
    requests: serviceLimits.requests,
    metrics,
    assertWritable: () => storage.write(assertWritable, { concurrent: true }),
    conditions: nodes.conditions,
  });
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

/** Takes no more requests, waits for the running ones, and cuts off requests that take too long. */
const closeHttp = async (http: FastifyInstance): Promise<void> => {
  // A connection that was busy when the closing began becomes idle only when its answer is sent.
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
