import type { Endpoints } from '@pairspace/protocol';
import type { openSandbox } from '@pairspace/sandbox';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Background, BackgroundJob } from './background-job.ts';
import type { Signer } from './checkpoints/signer.ts';
import type { EditThread } from './edits/edit-thread.ts';
import type { Bus } from './events/bus.ts';
import type { LiveStreams } from './events/live-streams.ts';
import type { BindPage } from './http/transport/bind-page.ts';
import type { Bind } from './http/dispatch/call.ts';
import type { StreamSockets } from './http/transport/event-stream.ts';
import type { Dispatch } from './http/dispatch/local-dispatch.ts';
import type { Metrics } from './http/transport/metrics.ts';
import type { ServiceLimits } from './limits/service-limits.ts';
import type { Clock } from './lib/clock.ts';
import type { SecretBox } from './lib/secret-box.ts';
import type { Nodes } from './nodes/join-nodes.ts';
import type { SessionTable } from './storage/session-table.ts';
import type { Capacity, Queries } from './storage/storage.ts';
import type { Tracing } from './tracing/start-tracing.ts';

/** A running service: its settings, and what its slices share. */
export interface Service extends Background {
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  bus: Bus;
  /** Undefined: nothing is traced. */
  tracer: Tracing | undefined;
  read: Queries;
  capacity: Capacity;
  secrets: SecretBox;
  signer: Signer;
  nodes: Nodes;
  /** How many live streams follow a session, on all nodes. */
  watchers: (sessionId: string) => Promise<number>;
  serviceLimits: ServiceLimits;
  sockets: StreamSockets;
  live: LiveStreams;
  editThread: EditThread;
  /** Another sandbox than the real one. */
  openSandbox: typeof openSandbox | undefined;
  http: FastifyInstance;
  endpoints: Endpoints;
  bind: Bind;
  bindPage: BindPage;
  /** Calls an endpoint in this process, without HTTP. */
  dispatch: Dispatch;
}

/** A slice of the service, as it describes itself. `slices.ts` lists them all. */
export interface Slice {
  /** The tables in which it keeps what belongs to a session; the deletion of a session empties them. */
  sessionTables?: readonly SessionTable[];
  /** Work that it does by itself, again and again. */
  backgroundJobs?: (background: Background) => readonly BackgroundJob[];
  /** Starts what runs beside requests, before the endpoints are bound; returns what ends it. */
  start?: (service: Service) => AsyncDisposable | Promise<AsyncDisposable>;
  /** Binds its endpoints. */
  bind?: (service: Service) => void;
}
