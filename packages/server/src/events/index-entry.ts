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
  /** The event of its newest change. */
  seq: number;
  title: string | null;
  labels: readonly string[];
  text: string;
  author: Actor;
  at: number;
}

/** Identifies an entry in its session: `ref` is its key among the entries of its kind. */
export interface EntryRef {
  kind: SearchKind;
  ref: string;
}

/** The part of the text of an entry that is searched, in UTF-16 units. */
export const searchedUnits = 256 * 1024;

interface EntryPlace {
  sessionId: string;
  visibility: Visibility;
}

/** Puts the words of an entry into the index, in which it is not yet. */
export const indexEntry = (
  tx: Transaction,
  { sessionId, visibility }: EntryPlace,
  ref: EntryRef,
  entry: Entry,
): void => {
  const { seq, at, title, labels, text, author } = entry;
  const document: SearchDocument = {
    ...ref,
    sessionId,
    seq,
    place: placeOf(at, seq, sessionId),
    scope: [
      sessionId,
      scopes.kind(ref.kind),
      scopes.author(author.id),
      ...(visibility === 'public' ? [scopes.isPublic] : []),
      ...(title === null ? [] : [scopes.hasTitle]),
    ],
    title: title === null ? [] : sequencesOf(title),
    body: [...labels, text.slice(0, searchedUnits)].flatMap(sequencesOf),
  };
  tx.indexDocument(document);
};

export const entryOfMessage = (row: Omit<EventRow, 'hash'>, { id, content }: EntityOf<'message.created'>): Entry => {
  const author = { kind: row.actor_kind, id: row.actor_id, name: row.actor_name };
  return { id, seq: row.seq, title: null, labels: [], text: content, author, at: row.at };
};

/** The kinds of entries with another text after each change. A message never changes. */
const changing: ReadonlySet<string> = new Set<Exclude<SearchKind, 'message'>>(['note', 'file', 'task', 'job', 'ask']);

/** The kind of the entry that an event changes; undefined for an event that changes none, or makes a message. */
export const changedKind = (event: LoggedName): Exclude<SearchKind, 'message'> | undefined => {
  const kind = event.split('.', 1)[0] as Exclude<SearchKind, 'message'>;
  return changing.has(kind) && event in loggedEvents ? kind : undefined;
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
    const entry = entryOfMessage(row, entity as EntityOf<'message.created'>);
    indexEntry(tx, place, { kind: 'message', ref: String(row.seq) }, entry);
  } else if (changedKind(row.event)) queueIndexing(tx, place.sessionId, row.seq - 1);
};
