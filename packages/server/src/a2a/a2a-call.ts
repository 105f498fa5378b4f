import type { Calls } from '@pairspace/client';
import type { Event } from '@pairspace/protocol';
import type { SessionCaller } from '../access/caller.ts';

/** The agent of A2A at an address: a seat, or whoever takes it. */
export interface A2aAgent {
  sessionId: string;
  /** Null for whoever takes it. */
  agentId: string | null;
}

/** A push notification config as a caller reads it: what its requests carry is never told. */
interface PushConfig {
  id: string;
  url: string;
}

interface OneTask {
  sessionId: string;
  taskId: string;
}

/** The push notification configs of tasks. */
export interface PushConfigs {
  set: (
    caller: SessionCaller,
    task: OneTask,
    given: { id?: string | undefined; url: string; headers: Readonly<Record<string, string>> },
  ) => Promise<PushConfig>;
  list: (task: OneTask) => Promise<PushConfig[]>;
  remove: (task: OneTask, id: string) => Promise<void>;
}

/** A call to an agent, by a caller with a token of the session. */
export interface A2aCall {
  agent: A2aAgent;
  caller: SessionCaller;
  /** The newest event of the session when the call came. */
  lastSeq: number;
  /** The endpoints, as this caller. */
  calls: Calls;
  pushConfigs: PushConfigs;
  /** The events after a seq, as they come, until the signal aborts or the service ends. */
  events: (since: number, signal: AbortSignal) => AsyncIterable<Event>;
  /** The address of the service, without a slash at the end. */
  address: string;
  /** Aborts when the caller leaves. */
  gone: AbortSignal;
}
