import { type BodyGiven, type Endpoints, endpoints, type InboxItem, type ResultOf } from '@pairspace/protocol';
import { askPeople, type NewAsk, type PendingAsk } from './ask-people.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';
import { followInbox, type FollowInbox } from './follow-inbox.ts';
import type { ClaimedTask } from './tasks/claimed-task.ts';
import { claimNext, type ClaimNext } from './tasks/claim-next.ts';

type Edits = BodyGiven<Endpoints['editNote']>['edits'];

export interface EditOptions {
  /** The version on which the edits are based; the present version by default. */
  expectedVersion?: number;
  signal?: AbortSignal;
}

/** A session and one caller in it. */
export interface SessionClient {
  readonly sessionId: string;
  /**
   * The inbox of the caller, entry by entry, live. Taking the next entry acknowledges the one before: each is delivered
   * at least once, across crashes and disconnections (INB-2, INB-7).
   */
  inbox(follow?: Omit<FollowInbox, 'sessionId'>): AsyncGenerator<InboxItem, void, undefined>;
  /**
   * Tasks for the caller, one after the other. Taking the next task finishes the present one, with the outcome given to
   * `finish`. Leaving the loop without a call of `finish`, also by an error, releases the task. The lease is renewed
   * meanwhile.
   */
  claimNext(claim?: Omit<ClaimNext, 'sessionId'>): AsyncGenerator<ClaimedTask, void, undefined>;
  /** Asks people for an approval or an answer: `await session.ask({ … }).answered()`. */
  ask(ask: NewAsk): PendingAsk;
  /**
   * Edits a note or a file. Changes by others since `expectedVersion` are merged if the lines do not overlap. Throws
   * `EditRefused` if they overlap, and if an edit does not apply (EDIT-1 to EDIT-8).
   */
  edit(note: { noteId: string }, edits: Edits, options?: EditOptions): Promise<ResultOf<Endpoints['editNote']>>;
  edit(file: { path: string }, edits: Edits, options?: EditOptions): Promise<ResultOf<Endpoints['editFile']>>;
}

export const sessionOn = (connection: Connection, sessionId: string): SessionClient => {
  const edit = (
    document: { noteId: string } | { path: string },
    edits: Edits,
    { signal, ...body }: EditOptions = {},
  ): Promise<unknown> => {
    const endpoint = 'noteId' in document ? endpoints.editNote : endpoints.editFile;
    return callEndpoint(connection, endpoint, { params: { sessionId, ...document }, body: { edits, ...body }, signal });
  };
  return {
    sessionId,
    inbox: (follow) => followInbox(connection, { sessionId, ...follow }),
    claimNext: (claim) => claimNext(connection, { sessionId, ...claim }),
    ask: (ask) => askPeople(connection, { sessionId, ...ask }),
    edit: edit as SessionClient['edit'],
  };
};
