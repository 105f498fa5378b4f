import type { Calls } from '@pairspace/client';
import type { Event } from '@pairspace/protocol';
import type { SessionCaller } from '../access/caller.ts';
import type { Repetition } from '../http/dispatch/call.ts';
import type { Queries } from '../storage/storage.ts';

/** The A2A agent at an address: a seat, or a session, in which any agent may take the task. */
export interface A2aAgent {
  sessionId: string;
  /** Null for the session. */
  agentId: string | null;
}

/** A push notification config as a caller reads it, without the secret headers of its requests. */
interface PushConfig {
  id: string;
  url: string;
}

interface OneTask {
  sessionId: string;
  taskId: string;
}

/** Identifies the caller again; throws if the token has ended. */
type Identify = (db: Queries) => Promise<SessionCaller>;

/** The push notification configs of tasks. */
export interface PushConfigs {
  set: (
    identify: Identify,
    task: OneTask,
    given: { id?: string | undefined; url: string; headers: Readonly<Record<string, string>> },
  ) => Promise<PushConfig>;
  list: (task: OneTask) => Promise<PushConfig[]>;
  remove: (identify: Identify, task: OneTask, id: string) => Promise<unknown>;
}

/** A call to an agent, by a caller with a token of the session. */
export interface A2aCall {
  agent: A2aAgent;
  caller: SessionCaller;
  identify: Identify;
  /** The newest event of the session when the call came. */
  lastSeq: number;
  /** Calls the endpoints as this caller. */
  calls: Calls;
  /** Calls the endpoints under an Idempotency-Key. The parameter defines which calls are repetitions of each other. */
  idempotentCalls: (repetition: Repetition) => Calls;
  pushConfigs: PushConfigs;
  /** The events of tasks and asks after a seq, as they come, until the signal aborts or the service ends. */
  events: (since: number, signal: AbortSignal) => AsyncIterable<Event>;
  /** The address of the service, without a slash at the end. */
  address: string;
  /** Aborts when the caller leaves. */
  gone: AbortSignal;
}
