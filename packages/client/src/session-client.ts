import { type BodyGiven, type Endpoints, endpoints, type InboxItem, type ResultOf } from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';
import { followInbox, type FollowInbox } from './follow-inbox.ts';

type Edits = BodyGiven<Endpoints['editNote']>['edits'];

export interface EditOptions {
  /** The version on which the edits are based; without it, the present one. */
  expectedVersion?: number;
  signal?: AbortSignal;
}

/** One session, as one caller. */
export interface SessionClient {
  readonly sessionId: string;
  /**
   * What concerns the caller, one entry after the other, as it comes. Taking the next entry acknowledges the one before:
   * each is handed out at least once, over every crash and disconnection (INB-2, INB-7).
   */
  inbox(follow?: Omit<FollowInbox, 'sessionId'>): AsyncGenerator<InboxItem, void, undefined>;
  /**
   * Edits a note or a file. What others have written since `expectedVersion` is merged where the lines do not overlap;
   * throws `EditRefused` where they do, and where an edit does not apply (EDIT-1 to EDIT-8).
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
    edit: edit as SessionClient['edit'],
  };
};
