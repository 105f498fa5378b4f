import {
  type Actor,
  type EntityOf,
  loggedEvents,
  type LoggedName,
  type SearchKind,
  type Visibility,
} from '@pairspace/protocol';
import { sequencesOf } from '../lib/words.ts';
import { placeOf, type SearchDocument, scopes } from '../storage/full-text.ts';
import type { Transaction } from '../storage/storage.ts';
import type { EventRow } from './event-row.ts';

/** An entity that a search can find: a message, note, file, task, job or ask as it is now. */
export interface Entry {
  id: string;
  kind: SearchKind;
  /** The event of its newest change. */
  seq: number;
  title: string | null;
  labels: readonly string[];
  text: string;
  author: Actor;
  at: number;
}

/** The part of the text of an entry that is searched, in UTF-16 units. */
export const searchedUnits = 256 * 1024;

interface EntryPlace {
  sessionId: string;
  visibility: Visibility;
}

/** Puts the words of an entry into the index, in which it is not yet. */
export const indexEntry = (tx: Transaction, { sessionId, visibility }: EntryPlace, entry: Entry): void => {
  const { id, kind, seq, at, title, labels, text, author } = entry;
  const document: SearchDocument = {
    sessionId,
    id,
    place: placeOf(at, seq, sessionId),
    scope: [
      sessionId,
      scopes.kind(kind),
      scopes.author(author.id),
      ...(visibility === 'public' ? [scopes.isPublic] : []),
      ...(title === null ? [] : [scopes.hasTitle]),
    ],
    title: title === null ? [] : sequencesOf(title),
    body: [...labels, text.slice(0, searchedUnits)].flatMap(sequencesOf),
  };
  tx.indexDocument(document);
};

/**
 * Lets the index follow the log of a session from after this event. So the words of a document that changes often are
 * made once for many changes. A search follows the log before it looks.
 */
export const queueIndexing = (tx: Transaction, sessionId: string, after: number): void => {
  tx.queueWrite`
    insert into unindexed (session_id, seq) values (${sessionId}, ${after})
    on conflict (session_id) do update set seq = excluded.seq where excluded.seq < unindexed.seq
  `;
};

/** Indexes a message at once, and lets the index follow every other change. */
export const indexEvent = (
  tx: Transaction,
  place: EntryPlace,
  row: Omit<EventRow, 'hash'>,
  entity: EntityOf<LoggedName>,
): void => {
  if (row.event === 'message.created') {
    const { id, content } = entity as EntityOf<'message.created'>;
    const author = { kind: row.actor_kind, id: row.actor_id, name: row.actor_name };
    const { seq, at } = row;
    indexEntry(tx, place, { id, kind: 'message', seq, at, title: null, labels: [], text: content, author });
  } else if (loggedEvents[row.event].kind === 'work') queueIndexing(tx, place.sessionId, row.seq - 1);
};
