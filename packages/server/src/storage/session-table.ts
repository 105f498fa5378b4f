/** A table with the rows of sessions, as the deletion of a session needs to know it. Its column is `session_id`. */
export interface SessionTable {
  name: string;
  /**
   * Whether its rows are removed in the transaction that deletes the session: before the row of the session, if every
   * transaction locks them in that order, or after it. Undefined: they are only removed later.
   */
  atOnce?: 'before the session' | 'after the session';
  /** The later removal of its rows in steps. Undefined: no rows are left after the transaction. */
  later?: Steps;
}

/** How the rows that a session left in a table are removed. */
interface Steps {
  /** The columns that tell the rows of a session apart, in the order of an index; empty: a session has few rows. */
  key: readonly string[];
  /** Some rows are as large as a note or a file, so a step takes few of them. */
  isLarge?: true;
  /** The rows refer to contents by `content_of` and `content_hash`. */
  refersToContents?: true;
}
