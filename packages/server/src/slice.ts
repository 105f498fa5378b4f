import type { Endpoints } from '@pairspace/protocol';
import type { openSandbox } from '@pairspace/sandbox';
import type { Logger } from 'pino';
import type { Background, BackgroundJob } from './background-job.ts';
import type { Signer } from './checkpoints/signer.ts';
import type { EditThread } from './edits/edit-thread.ts';
import type { Bus } from './events/bus.ts';
import type { LiveStreams } from './events/live-streams.ts';
import type { BindPage } from './http/bind-page.ts';
import type { Bind } from './http/call.ts';
import type { Metrics } from './http/metrics.ts';
import type { ServiceLimits } from './limits/service-limits.ts';
import type { Clock } from './lib/clock.ts';
import type { SessionTable } from './storage/session-table.ts';
import type { Queries } from './storage/storage.ts';
import type { SecretBox } from './webhooks/secret-box.ts';
import type { TracePost } from './webhooks/start-sending.ts';

/** The shared parts of a running service for slices, besides its settings. */
export interface Service extends Background, Pick<ServiceLimits, 'wrongCodes' | 'rendering'> {
  bind: Bind;
  bindPage: BindPage;
  endpoints: Endpoints;
  read: Queries;
  bus: Bus;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  live: LiveStreams;
  /** How many live streams follow a session, on all nodes. */
  watchers: (sessionId: string) => Promise<number>;
  editThread: EditThread;
  signer: Signer;
  secrets: SecretBox;
  /** Another sandbox than the real one. */
  openSandbox: typeof openSandbox | undefined;
  /** Undefined: requests of webhooks are not traced. */
  tracePost: TracePost | undefined;
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
