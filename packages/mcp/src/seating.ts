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

/** The answer to creating or joining a session. */
export interface JoinAnswer {
  session: Session;
  agentId: string;
  agentToken: string;
  observerToken?: string | undefined;
  recoveryCode?: string | undefined;
}

/** A seat of the caller, with a client that shows it to the service. */
export interface HeldSeat {
  client: Calls;
  agentId: string;
}

/** The source of sessions and identities for the tools. A handle is a text that the model passes from call to call. */
export interface Seating {
  /** The service for new sessions, without a slash at the end. */
  service: string;
  /** A client without a token. Throws if sessions of that service cannot be joined from here. */
  stranger(service: string): Calls;
  /** The client of the agent key; undefined without one. */
  me?(): Calls | undefined;
  /** The agentId for an agent that has not chosen one. */
  newAgentId(): string;
  /** The seat of the caller in a session, under an id if one is given; undefined without one. */
  held?(service: string, sessionId: string, agentId: string | undefined): Promise<HeldSeat | undefined>;
  /** Throws if the session is known at another service (DOOR-31). */
  checkPlace?(service: string, sessionId: string): Promise<void>;
  /** Keeps a seat and returns its handle. */
  keep(service: string, joined: JoinAnswer): Promise<string>;
  /** The seat that a handle names; without a handle, the only or the newest seat. Throws if there is none. */
  find(handle: string | undefined): Promise<SeatedAgent>;
  /**
   * Called when a result with everything up to `seq` is on its way to the model, so that no other process wakes the
   * agent for these events.
   */
  noteFetch?(place: SeatedAgent, seq: number): Promise<void>;
}

/** The facts that a program sends with a call besides its arguments: the `_meta` of the request. */
export type CallMeta = Readonly<Record<string, unknown>>;
