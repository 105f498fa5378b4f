import type { Note } from '@pairspace/protocol';

/** A note that the person edits. The page keeps the edit until it is saved or cancelled. */
export interface EditedNote {
  title: string;
  content: string;
  /** The version on which the edit is based. A newer version must not be overwritten unseen. */
  base: Note;
  /** The newer version of another writer, after saving has failed because of it. */
  theirs?: Note;
}
