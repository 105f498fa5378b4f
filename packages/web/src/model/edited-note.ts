import type { Note } from '@pairspace/protocol';

/** A note that the person edits here. The page keeps it until the person has saved or cancelled. */
export interface EditedNote {
  title: string;
  content: string;
  /** The version on which the texts are based. A newer version that arrives meanwhile must not replace it unseen. */
  base: Note;
  /** The version that somebody else has written meanwhile, once saving has failed because of it. */
  theirs?: Note;
}
