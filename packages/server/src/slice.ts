import type { Endpoints } from '@pairspace/protocol';
import type { openSandbox } from '@pairspace/sandbox';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Background, BackgroundJob } from './background-job.ts';
import type { Signer } from './checkpoints/signer.ts';
import type { EditThread } from './edits/edit-thread.ts';
import type { Bus } from './events/bus.ts';
import type { LiveStreams } from './events/live-streams.ts';
import type { AdmitFace } from './http/transport/bind.ts';
import type { BindPage } from './http/transport/documents.ts';
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
  /** Undefined if nothing is traced. */
  tracer: Tracing | undefined;
  read: Queries;
  capacity: Capacity;
  secrets: SecretBox;
  signer: Signer;
  nodes: Nodes;
  /** The number of live streams that follow a session, on all nodes. */
  watchers: (sessionId: string) => Promise<number>;
  serviceLimits: ServiceLimits;
  sockets: StreamSockets;
  live: LiveStreams;
  editThread: EditThread;
  /** A replacement for the real sandbox, for tests. */
  openSandbox: typeof openSandbox | undefined;
  http: FastifyInstance;
  endpoints: Endpoints;
  bind: Bind;
  bindPage: BindPage;
  admitFace: AdmitFace;
  /** Calls an endpoint in this process, without HTTP. */
  dispatch: Dispatch;
}

/** The description that a slice of the service gives of itself. `slices.ts` lists all slices. */
export interface Slice {
  /** The tables in which the slice keeps data of a session; the deletion of a session empties them. */
  sessionTables?: readonly SessionTable[];
  /** The work that the slice repeats in the background. */
  backgroundJobs?: (background: Background) => readonly BackgroundJob[];
  /** Starts the parts that run beside requests, before the endpoints are bound. Disposing of the result ends them. */
  start?: (service: Service) => AsyncDisposable | Promise<AsyncDisposable>;
  /** Binds its endpoints. */
  bind?: (service: Service) => void;
}
