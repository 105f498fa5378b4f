import { ServiceError } from '@pairspace/client';
import type { Note } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { agentOf, sayFailure } from '../../model/service.ts';
import type { SessionFeed } from '../../model/session-feed.ts';

/** The next version of a note, while somebody writes it. */
export interface NoteDraft {
  title: string;
  setTitle: (title: string) => void;
  content: string;
  setContent: (content: string) => void;
  /** The version on which the draft is based. A newer version that arrives meanwhile must not replace it unseen. */
  base: Note;
  /** The version that somebody else has written meanwhile, once saving has failed because of it. */
  theirs: Note | undefined;
  /** The version that saving writes on top of. */
  expectedVersion: number;
  why: string;
  save: () => Promise<void>;
}

export const useNoteDraft = (feed: SessionFeed, note: Note, onSaved: () => void): NoteDraft => {
  const [base, setBase] = useState(note);
  const [title, setTitle] = useState(note.title);
  const [content, setContent] = useState(note.content);
  const [theirs, setTheirs] = useState<Note>();
  const [why, setWhy] = useState('');
  const expectedVersion = theirs?.version ?? base.version;
  const save = async (): Promise<void> => {
    const writer = agentOf(feed.sessionId) ?? feed.client;
    try {
      await writer.updateNote({ sessionId: feed.sessionId, noteId: note.id, expectedVersion, title, content });
      onSaved();
    } catch (error) {
      const current = error instanceof ServiceError ? error.details?.['current'] : undefined;
      if (current === undefined) setWhy(sayFailure(error));
      else {
        if (theirs) setBase(theirs);
        setTheirs(current as Note);
        setWhy('');
      }
    }
  };
  return { title, setTitle, content, setContent, base, theirs, expectedVersion, why, save };
};
