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

/** The lexemes of a document. They follow from its words, so that a layout keeps the words alone. */
export type LexemesOf = (document: Pick<SearchDocument, 'kind' | 'author' | 'title' | 'words'>) => readonly string[];

/** The number of a layout of the index. An index of another number is built anew. */
export const searchLayout = 2;

/** How far the index has followed a session. */
export interface SearchPosition {
  seq: number;
  /** The hash of the event at `seq`; another one there means that the log is no longer the one that was followed. */
  hash: string;
  isPublic: boolean;
}

export interface SearchChange {
  position: SearchPosition;
  put: readonly SearchDocument[];
  removed: readonly Pick<SearchDocument, 'kind' | 'ref'>[];
}

/** The lexeme counts when a lexeme of the document is the same, or begins with it. */
export interface SearchLexeme {
  text: string;
  prefix: boolean;
}

/** The place of a hit in the order of hits. */
export interface SearchPlace {
  /** A term is in the title. */
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
  /** Parts of `words` of the terms that must not be there. */
  unwanted: readonly string[];
  /** Parts of `words` that must be there, and that must not, which lexemes do not tell. */
  phrases: readonly string[];
  notPhrases: readonly string[];
  /** A part of `title`, or of `words`, for each term: a document with one of them in its title is a titled hit. */
  titles: readonly string[];
  /** For each term, what the lexemes of a document with it in the title have among them. */
  titleLexemes: readonly (readonly SearchLexeme[])[];
  /** Bounds of `order`: the first is included, the second is not. */
  from: number;
  to: number;
  after: SearchPlace | null;
  limit: number;
  /** How long to look before the answer is what was found by then. */
  budgetMs: number;
}

export interface FoundDocument extends SearchPlace {
  kind: string;
  seq: number;
}

export interface SearchFound {
  hits: FoundDocument[];
  /** Not all documents were looked at. */
  partial: boolean;
}

/** Keeps the words of documents, and finds documents by them. An index of another layout is built anew. */
export interface SearchStore extends AsyncDisposable {
  /** Runs `work` when nobody else follows this session; undefined when somebody does. */
  follow<T>(sessionId: string, work: (session: FollowedSession) => Promise<T>): Promise<T | undefined>;
  /** Sessions of the index, by id, with what was followed of them. */
  list(after: string, limit: number): Promise<{ id: string; seq: number; isPublic: boolean }[]>;
  /** Takes what was deleted out of the files too. */
  settle(): Promise<void>;
}

/** A session in the index, while nobody else changes it. */
export interface FollowedSession {
  /** Undefined when nothing of the session was followed. */
  position: SearchPosition | undefined;
  /** All of the change or nothing of it is kept. */
  apply(change: SearchChange): Promise<void>;
  /** Removes some documents of the session, and at the end the session; answers whether there are more. */
  forget(): Promise<boolean>;
  /** Lets some documents of the session be found among public ones, or no longer; answers whether there are more. */
  publish(isPublic: boolean): Promise<boolean>;
}

/** A connection that reads what is followed. */
export interface SearchSource extends AsyncDisposable {
  db: Queries;
}

const epoch = Date.UTC(2020, 0, 1);
/** The entries of one millisecond that keep their order. */
const perMs = 4096;

/** Sorts entries by time, and those of one millisecond by their events. It fits an exact number until 2089. */
export const orderOf = (at: number, seq: number): number =>
  Math.min(Math.max(0, at - epoch), 2 ** 41 - 1) * perMs + (seq % perMs);

type Ordered = Pick<SearchPlace, 'order' | 'sessionId' | 'ref'>;

/** The newest come first. Entries of several sessions of the same moment have an order too, which is that of every storage. */
export const compareOrdered = (one: Ordered, other: Ordered): number =>
  other.order - one.order || compareText(other.sessionId, one.sessionId) || compareText(other.ref, one.ref);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
