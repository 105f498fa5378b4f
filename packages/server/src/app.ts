import { declareEndpoints } from '@pairspace/protocol';
import type { openSandbox } from '@pairspace/sandbox';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { bindAgents } from './agents/routes.ts';
import { openSigner } from './checkpoints/open-signer.ts';
import { bindCheckpoints } from './checkpoints/routes.ts';
import { getCompute } from './compute/get-compute.ts';
import { listWholeJobs } from './compute/list-jobs.ts';
import { bindCompute } from './compute/routes.ts';
import { startComputing } from './compute/start-computing.ts';
import type { OutputRules, OutputScreen } from './compute/place-outputs.ts';
import type { Config } from './config.ts';
import { EditThread } from './edits/edit-thread.ts';
import { Bus } from './events/bus.ts';
import { LiveStreams } from './events/live-streams.ts';
import { deliveriesTopic } from './events/queue-deliveries.ts';
import { bindEvents } from './events/routes.ts';
import { bindExports } from './exports/routes.ts';
import { readFile } from './files/file-store.ts';
import { listFiles } from './files/list-files.ts';
import { bindFiles } from './files/routes.ts';
import { writeOutputs } from './files/write-outputs.ts';
import { createBindPage } from './http/bind-page.ts';
import { createBind } from './http/bind.ts';
import { Dispatcher } from './http/dispatch.ts';
import { createDispatch, type Dispatch } from './http/local-dispatch.ts';
import { StreamSockets } from './http/event-stream.ts';
import { Metrics } from './http/metrics.ts';
import { bindDocument } from './http/document-routes.ts';
import { bindProbes } from './http/probe-routes.ts';
import { RateLimit } from './http/rate-limit.ts';
import { RequestLimits } from './http/request-limits.ts';
import { SharedLimit } from './http/shared-limit.ts';
import { createHttpServer } from './http/server.ts';
import { traceRequests } from './http/trace-requests.ts';
import { bindInbox } from './inbox/routes.ts';
import { joinNodes } from './join-nodes.ts';
import type { Clock } from './lib/clock.ts';
import { bindBrief } from './brief/routes.ts';
import { bindMcp } from './mcp/bind-mcp.ts';
import { warmUp as warmUpMcp } from './mcp/warm-up.ts';
import { bindMessages } from './messages/routes.ts';
import { listNotes } from './notes/list-notes.ts';
import { listNoteVersions } from './notes/note-history.ts';
import { bindNotes } from './notes/routes.ts';
import { listPresence } from './presence/list-presence.ts';
import { bindOnboarding } from './onboarding/routes.ts';
import { bindPresence } from './presence/routes.ts';
import { createOpenApi } from './reference/openapi/render-openapi.ts';
import { createReference } from './reference/page/render-reference.ts';
import { getSession } from './sessions/get-session.ts';
import { listObservers } from './sessions/list-observers.ts';
import { pauseSession } from './sessions/pause-session.ts';
import { bindSessions } from './sessions/routes.ts';
import { startBackgroundJobs } from './start-background-jobs.ts';
import { screenBodies } from './secrets/screen-bodies.ts';
import { screenOutputs } from './secrets/screen-outputs.ts';
import { openStorage } from './storage/open.ts';
import { assertWritable, type Capacity } from './storage/storage.ts';
import type { Tracing } from './tracing/start-tracing.ts';
import { bindTranscripts } from './transcripts/routes.ts';
import { bindViewer } from './viewer/bind-viewer.ts';
import { checkKey } from './webhooks/check-key.ts';
import { bindCreateKeys } from './create-keys/routes.ts';
import { bindWebhooks } from './webhooks/routes.ts';
import { keyInFile, SecretBox } from './webhooks/secret-box.ts';
import { startSending } from './webhooks/start-sending.ts';

/** What may take this long after a shutdown began is cut off. */
const shutdownGraceMs = 8000;

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
  /** Calls an endpoint in this process, without HTTP. */
  dispatch: Dispatch;
}

/** Puts the service together and starts it: the one place that knows every part. */
export const startApp = async (config: Config, { clock, log, ...outside }: Outside): Promise<App> => {
  const { limits } = config;
  const closing = new AbortController();
  const metrics = new Metrics();
  const bus = new Bus();
  let retries = 0;
  const tracing = await traceIfAsked(config, log);
  const capacity: Capacity = { sessionBytes: limits.sessionBytes, isFull: false };
  const opened = await openStorage({
    ...config,
    clock,
    capacity,
    onNudge: (topic) => {
      // The sender of this node looks, and tells the one on another that works on that queue.
      if (topic === deliveriesTopic) bus.nudgeLocal(topic);
      else bus.nudge(topic);
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
  const storage = tracing?.traceStorage(opened) ?? opened;
  const secrets = new SecretBox(config.secretKey ?? keyInFile(join(config.dataFolder, 'secret.key')));
  await checkKey(storage, secrets, {
    isShared: config.databaseUrl !== undefined,
    onOtherKey: (why) => {
      log.warn(why);
    },
  });
  const signer = await openSigner(storage, { given: config.signingSeed, box: secrets });
  metrics.gauge('pairspace_transaction_retries', 'Transactions that were run anew, since the start', () => retries);
  const { read } = storage;
  const now = (): number => clock.now();
  const live = new LiveStreams({ db: read, bus, now });
  const watchersHere = (sessionId: string): number => sockets.openIn(sessionId);
  const nodes = joinNodes({ ...config, storage, bus, now, watchersHere, metrics, log });
  const { among, watchers } = nodes;
  const sockets: StreamSockets = new StreamSockets(limits, nodes.streamHooks);
  metrics.gauge('pairspace_streams', 'Live streams that are open', () => sockets.size);

  const http = createHttpServer({ ...config, log, closing: closing.signal });
  metrics.time(http);
  if (config.isExposed && config.hosts === 'any') {
    log.warn('The service answers to every Host. Name its own names in PAIRSPACE_HOSTS.');
  }
  if (tracing) traceRequests(http, tracing.beginRequest);
  const endpoints = declareEndpoints(limits);
  const requestLimits = new RequestLimits(config);
  const dispatcher = new Dispatcher({
    storage,
    bus,
    requestLimits,
    limits,
    adminToken: config.adminToken,
    creators: config.creators,
    screen: screenBodies(config),
    onRefusal: metrics.counter(
      'pairspace_refusals_total',
      'Requests that were refused for a reason, by reason',
      'reason',
    ),
    closing: closing.signal,
  });
  const bind = createBind({ app: http, dispatcher, sockets, log, limits });
  const wrongCodes = new SharedLimit('wrong invite codes', {
    ofAddress: config.inviteRate,
    inAll: config.inviteSessionRate,
  });
  bindSessions({ ...config, bind, endpoints, read, wrongCodes });
  bindMessages({
    ...config,
    bind,
    endpoints,
    read,
    pace: new RateLimit('messages in this session', config.sessionPace),
  });
  const editThread = new EditThread();
  bindNotes({ ...limits, bind, endpoints, read, editThread });
  bindFiles({ ...limits, bind, endpoints, read, editThread });
  const outputRules: OutputRules & OutputScreen = {
    pathBytes: limits.pathBytes,
    screenOutputs: screenOutputs({ ...config, read }),
    writeOutputs: (tx, sessionId, editor, files) => writeOutputs(tx, sessionId, editor, files, limits),
  };
  const computing = await startComputing({
    ...config,
    ...outside,
    storage,
    bus,
    now,
    among,
    metrics,
    log,
    outputRules,
    fileBytes: limits.fileBytes,
    closing: closing.signal,
  });
  const { backend } = computing;
  bindCompute({
    ...config,
    ...outputRules,
    bind,
    endpoints,
    read,
    storage,
    bus,
    backend,
    poolLimit: new RateLimit('new pools', config.poolRate),
    jobLimit: new RateLimit('new jobs', config.jobRate),
  });
  bindInbox({ bind, endpoints, read });
  bindBrief({ bind, endpoints, read, now });
  bindPresence({
    ...config,
    bind,
    endpoints,
    read,
    now,
    pauseSession,
    watchers,
  });
  bindEvents({ bind, endpoints, read, live });
  bindCheckpoints({ bind, endpoints, read, signer, now });
  bindTranscripts({ bind, endpoints, storage, now });
  bindExports({
    ...config,
    bind,
    endpoints,
    storage,
    signer,
    now,
    sections: {
      session: (db, sessionId) => getSession(db, { kind: 'stranger' }, sessionId),
      observers: listObservers,
      notes: listNotes,
      noteVersions: listNoteVersions,
      files: listFiles,
      file: readFile,
      compute: { summary: (db, sessionId) => getCompute(db, sessionId, backend), jobs: listWholeJobs },
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
    rules: { access: config.webhookAccess, ownedByAddress: config.isExposed },
    scheduleMs: config.webhookScheduleMs.at(-1) ?? 0,
  });
  bindCreateKeys({ bind, endpoints, read });
  bindDocument(http, '/api/openapi.json', createOpenApi(endpoints));
  bindOnboarding({
    bind,
    bindPage: createBindPage(http, new RateLimit('requests', config.requestRate)),
    endpoints,
    storage,
    wrongCodes,
  });
  const dispatch = createDispatch({
    dispatcher,
    framesOf: (stream, holder, signal) => sockets.frames(stream, holder, signal),
    limits,
  });
  bindMcp({
    ...config,
    http,
    dispatch,
    read,
    log,
    countAddress: (address) => requestLimits.countAddress(address),
  });
  bindDocument(http, '/docs', createReference({ ...config, endpoints }));
  await bindViewer(http);
  bindProbes(http, {
    metrics,
    assertWritable: () => storage.write(assertWritable, { concurrent: true }),
    conditions: nodes.conditions,
  });

  // Before its first round it knows how many nodes there are.
  await nodes.writeWatcherCounts();
  const backgroundJobs = startBackgroundJobs({
    ...config,
    storage,
    capacity,
    writeWatcherCounts: nodes.writeWatcherCounts,
    now,
    among,
    log,
    closing: closing.signal,
  });
  const sending = startSending({
    ...config,
    storage,
    bus,
    clock,
    secrets,
    among,
    metrics,
    tracePost: tracing?.tracePost,
    onError: (err) => {
      log.error({ err }, 'sending deliveries failed');
    },
  });

  await warmUpMcp();
  await http.listen({ host: config.host, port: config.port });
  const { address, port, family } = http.server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`,
    dispatch,
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
      await editThread[Symbol.asyncDispose]();
      await released;
      await backgroundJobs[Symbol.asyncDispose]();
      await nodes[Symbol.asyncDispose]();
      await storage[Symbol.asyncDispose]();
      await tracing?.[Symbol.asyncDispose]();
    },
  };
};

/** Loaded when it is asked for alone: it takes memory and time to start. */
const traceIfAsked = async ({ tracing }: Config, log: Logger): Promise<Tracing | undefined> => {
  if (!tracing) return undefined;
  const { startTracing } = await import('./tracing/start-tracing.ts');
  return startTracing(tracing, (err) => {
    log.warn({ err }, 'traces could not be sent');
  });
};
