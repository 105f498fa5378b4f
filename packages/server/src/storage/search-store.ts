import type { Queries } from './storage.ts';

/** An entry of a session as the index keeps it. */
export interface SearchDocument {
  kind: string;
  /** The key among the entries of its kind in its session. */
  ref: string;
  seq: number;
  /** Sorts by time: see `orderOf`. */
  order: number;
  /** The words of its title, and all of its words, with a space on both sides of each. */
  title: string;
  words: string;
  author: string;
}

/** Computes the lexemes of a document from its words. So a layout stores only the words. */
export type LexemesOf = (document: Pick<SearchDocument, 'kind' | 'author' | 'title' | 'words'>) => readonly string[];

/** The version of the index layout. An index of another version is built anew. */
export const searchLayout = 2;

/** How far the index has followed a session. */
export interface SearchPosition {
  seq: number;
  /** The hash of the event at `seq`. If the log has another hash there, it is no longer the log that was followed. */
  hash: string;
  isPublic: boolean;
}

export interface SearchChange {
  position: SearchPosition;
  put: readonly SearchDocument[];
  removed: readonly Pick<SearchDocument, 'kind' | 'ref'>[];
}

/**
 * A lexeme to search for. It matches an equal lexeme of a document, and with `prefix` also a lexeme that begins with
 * it.
 */
export interface SearchLexeme {
  text: string;
  prefix: boolean;
}

/** The place of a hit in the order of hits. */
export interface SearchPlace {
  /** Whether a term is in the title. */
  titled: boolean;
  order: number;
  sessionId: string;
  ref: string;
}

export interface SearchQuery {
  /** The sessions to look into; null for all public ones. */
  sessions: readonly string[] | null;
  all: readonly SearchLexeme[];
  none: readonly SearchLexeme[];
  kind: string | null;
  author: string | null;
  /** Substrings of `words` that exclude a document: the negative terms. */
  unwanted: readonly string[];
  /** Phrases as substrings of `words`: required ones, and excluded ones. Lexemes do not tell the order of words. */
  phrases: readonly string[];
  notPhrases: readonly string[];
  /** For each term its substring of `title`. A document whose title contains one of them is a titled hit. */
  titles: readonly string[];
  /** For each term the lexemes of every document that has the term in its title. */
  titleLexemes: readonly (readonly SearchLexeme[])[];
  /** Bounds of `order`: the first is included, the second is not. */
  from: number;
  to: number;
  after: SearchPlace | null;
  limit: number;
  /** The time limit of the search, which then returns the hits found so far. */
  budgetMs: number;
}

export interface FoundDocument extends SearchPlace {
  kind: string;
  seq: number;
}

export interface SearchFound {
  hits: FoundDocument[];
  /** Whether some documents were not looked at. */
  partial: boolean;
}

/** Keeps the words of documents, and finds documents by them. An index of another layout is built anew. */
export interface SearchStore extends AsyncDisposable {
  /** Locks the session in the index and runs `work`; undefined if another process has the lock. */
  follow<T>(sessionId: string, work: (session: FollowedSession) => Promise<T>): Promise<T | undefined>;
  /** Sessions of the index in the order of their ids, each with the last `seq` that was indexed. */
  list(after: string, limit: number): Promise<{ id: string; seq: number; isPublic: boolean }[]>;
  /** Removes the bytes of deleted documents from the files. */
  settle(): Promise<void>;
  /** Commits the work in several sessions at once where that is cheaper. Nothing of it is kept when it fails. */
  together(work: () => Promise<void>): Promise<void>;
}

/** A session in the index, locked against other processes. */
export interface FollowedSession {
  /** Undefined for a session that is not in the index. */
  position: SearchPosition | undefined;
  /** Applies the change in one transaction. */
  apply(change: SearchChange): Promise<void>;
  /** Removes some documents of the session, and at the end the session; returns whether there are more. */
  forget(): Promise<boolean>;
  /**
   * Adds some documents of the session to the public ones, or removes them from there; returns whether there are more.
   */
  publish(isPublic: boolean): Promise<boolean>;
}

/** A connection that reads the sessions, from which the index is filled. */
export interface SearchSource extends AsyncDisposable {
  db: Queries;
}

const epoch = Date.UTC(2020, 0, 1);
/** The number of sort keys for one millisecond. */
const perMs = 4096;

/** The sort key of an entry: its time, and within one millisecond its `seq`. It stays a safe integer until 2089. */
export const orderOf = (at: number, seq: number): number =>
  Math.min(Math.max(0, at - epoch), 2 ** 41 - 1) * perMs + (seq % perMs);

type Ordered = Pick<SearchPlace, 'order' | 'sessionId' | 'ref'>;

/** The newest come first; equal sort keys are ordered by session and key, in every storage alike. */
export const compareOrdered = (one: Ordered, other: Ordered): number =>
  other.order - one.order || compareText(other.sessionId, one.sessionId) || compareText(other.ref, one.ref);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
