/** Words in a row: a phrase lies inside one sequence. */
type Sequence = readonly string[];

/** Identifies an entry of a session. */
export interface DocumentKey {
  sessionId: string;
  id: string;
}

/** The words of an entry, as the index takes them. No word has a space, a quotation mark or a `_`. */
export interface SearchDocument extends DocumentKey {
  /** Sorts by time: see `placeOf`. */
  place: number;
  /** The labels of `scopes`, by which a search chooses entries. */
  scope: readonly string[];
  title: readonly Sequence[];
  body: readonly Sequence[];
}

/** The labels of entries. */
export const scopes = {
  /** The entries of public sessions. */
  isPublic: 'public_',
  /** The entries with a title or a path. */
  hasTitle: 'title_',
  kind: (kind: string): string => `kind_${kind}`,
  author: (id: string): string => `author_${Buffer.from(id).toString('hex')}`,
} as const;

/** A term of a query. */
export interface Term {
  /** Phrases of which an entry must have one. */
  forms: readonly Sequence[];
  /** Whether the last word of a form is only the beginning of a word. */
  prefix: boolean;
  /** Whether entries with the term are left out. */
  negative: boolean;
}

/** The place of a hit in the order of hits. */
export interface SearchPlace {
  /** Whether a term is in the title. */
  titled: boolean;
  place: number;
  sessionId: string;
  id: string;
}

export interface SearchQuery {
  /** The sessions to look into; null for all public ones. */
  sessions: readonly string[] | null;
  /** At least one of them is positive. */
  terms: readonly Term[];
  /** Further labels that an entry must have. */
  scope: readonly string[];
  /** Bounds of `place`: the first is included, the second is not. */
  from: number;
  to: number;
  after: SearchPlace | null;
  limit: number;
}

export interface SearchFound {
  hits: SearchPlace[];
  /** Whether the time was over before all entries were looked at. */
  partial: boolean;
}

/** The time limit of a search in milliseconds, which then returns the hits found so far. */
export const searchMs = 1000;

/** The parts of a search: first the hits with a term in the title, then the others. */
export const partsOf = ({ after }: SearchQuery): readonly boolean[] =>
  after && !after.titled ? [false] : [true, false];

const epoch = Date.UTC(2020, 0, 1);

/**
 * The sort key of an entry: its time in milliseconds, then six bits of its `seq`, then six bits of its session, so that
 * few entries have the same one. It stays a safe integer until 2089.
 */
export const placeOf = (at: number, seq: number, sessionId: string): number =>
  timePlace(at) + (seq % 64) * 64 + (sessionId.charCodeAt(sessionId.length - 1) % 64);

/** The least sort key of a time. */
export const timePlace = (at: number): number => Math.min(Math.max(0, at - epoch), 2 ** 41 - 1) * 4096;
