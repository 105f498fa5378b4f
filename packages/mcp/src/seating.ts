import type { Calls } from '@pairspace/client';
import type { Session } from '@pairspace/protocol';

/** A session, and the client of an agent in it. */
export interface SeatedAgent {
  client: Calls;
  /** The address of the session's service, without a slash at the end. */
  service: string;
  sessionId: string;
  agentId: string;
}

/** What creating or joining answered. */
export interface Joined {
  session: Session;
  agentId: string;
  agentToken: string;
  observerToken?: string | undefined;
}

/** Where the tools get sessions and identities from. A handle is a text that the model passes from call to call. */
export interface Seating {
  /** The service that sessions are opened at, without a slash at the end. */
  service: string;
  /** A client without a token. Throws where sessions of that service cannot be joined from here. */
  stranger(service: string): Calls;
  /** The agentId for an agent that has not chosen one. */
  newAgentId(): string;
  /** Throws where a session cannot be joined at that service, because it is known at another one (DOOR-31). */
  checkPlace?(service: string, sessionId: string): Promise<void>;
  /** Keeps a seat and answers its handle. */
  keep(service: string, joined: Joined): Promise<string>;
  /** The seat that a handle names; without a handle, the only one or the newest. Throws where there is none. */
  find(handle: string | undefined): Promise<SeatedAgent>;
  /**
   * Is told that a result with everything up to `seq` is on its way to the model, which asked for it. Whoever woke the
   * agent needs to wake it no further.
   */
  noteFetch?(place: SeatedAgent, seq: number): Promise<void>;
}

/** What a program says of a call beside its arguments: the `_meta` of the request. */
export type CallMeta = Readonly<Record<string, unknown>>;
