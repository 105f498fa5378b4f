import { ServiceError } from '@pairspace/client';
import type { Note } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { useAction } from '../../lib/use-action.ts';
import type { EditedNote } from '../../model/edited-note.ts';
import { agentOf } from '../../model/service.ts';
import { calling } from '../../lib/calling.ts';
import { useFeed } from './shown.ts';

/** The next version of a note, while somebody writes it. */
export interface NoteDraft extends EditedNote {
  change: (part: Partial<EditedNote>) => void;
  /** The version that saving writes on top of. */
  expectedVersion: number;
  isSaving: boolean;
  why: string;
  save: () => void;
}

export const useNoteDraft = (begun: EditedNote, onSaved: () => void): NoteDraft => {
  const feed = useFeed();
  const [edited, setEdited] = useState(begun);
  const { isBusy: isSaving, why, run } = useAction();
  const { sessionId, editedNotes } = feed;
  const { title, content, base, theirs } = edited;
  const { id: noteId } = base;
  const last = theirs ?? base;
  const change = (part: Partial<EditedNote>): void => {
    const next = { ...edited, ...part };
    // The person may have cancelled the edit during the request.
    if (editedNotes.has(noteId)) editedNotes.set(noteId, next);
    setEdited(next);
  };
  const save = async (): Promise<void> => {
    const writer = agentOf(sessionId) ?? feed.client;
    try {
      await writer.updateNote({ sessionId, noteId, expectedVersion: last.version, title, content });
      onSaved();
    } catch (error) {
      const current = error instanceof ServiceError ? (error.details?.['current'] as Note | undefined) : undefined;
      if (!current) throw error;
      // A title that this person has not changed is replaced by the title of the other writer.
      change({ base: last, theirs: current, title: title === last.title ? current.title : title });
    }
  };
  return { ...edited, change, expectedVersion: last.version, isSaving, why, save: calling(run, save) };
};
