/**
 * A table with rows of sessions, described for the deletion of a session. Its column `session_id` names the session.
 */
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
  /** The columns that distinguish the rows of a session, in the order of an index; empty if a session has few rows. */
  key: readonly string[];
  /** Whether some rows are as large as a note or a file, so that a step takes few of them. */
  isLarge?: true;
  /** Whether the rows refer to contents by `content_of` and `content_hash`. */
  refersToContents?: true;
}
