import { ServiceError } from '@pairspace/client';
import type { Note } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { agentOf, sayFailure } from '../../model/service.ts';
import { count } from '../../lib/format.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Name } from '../../ui/who.tsx';
import type { Shared } from './place.ts';

interface NoteEditorProps {
  shared: Shared;
  note: Note;
  onEnd: () => void;
}

/** Somebody else has written meanwhile: what they wrote, beside what stands here. */
const Conflict = ({ theirs, base, mine, onTake }: { theirs: Note; base: Note; mine: string; onTake: () => void }) => (
  <section class="conflict" role="alert">
    <p>
      <b>
        <Name>{theirs.lastEditor.name}</Name> has written version {count(theirs.version)} meanwhile.
      </b>{' '}
      Nothing of yours was saved, and nothing is lost.
    </p>
    <details open>
      <summary>What they changed</summary>
      <DiffView before={base.content} after={theirs.content} most={200} />
    </details>
    <details>
      <summary>How your text differs from theirs</summary>
      <DiffView before={theirs.content} after={mine} most={200} />
    </details>
    <p class="small dim">
      Bring their change into your text, or take theirs and lose yours. Save then writes on top of it.
    </p>
    <button type="button" class="button" onClick={onTake}>
      Take their text
    </button>
  </section>
);

/** Writes the next version of a note, and never over somebody else's. */
export const NoteEditor = ({ shared, note, onEnd }: NoteEditorProps) => {
  const { feed } = shared;
  // The version that was opened; a newer one that arrives meanwhile must not take its place unseen.
  const [base, setBase] = useState(note);
  const [title, setTitle] = useState(note.title);
  const [content, setContent] = useState(note.content);
  const [theirs, setTheirs] = useState<Note>();
  const [why, setWhy] = useState('');
  const save = async (): Promise<void> => {
    const expectedVersion = theirs?.version ?? base.version;
    const writer = agentOf(feed.sessionId) ?? feed.client;
    try {
      await writer.updateNote({ sessionId: feed.sessionId, noteId: note.id, expectedVersion, title, content });
      onEnd();
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
  return (
    <form
      class="note-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        class="input"
        aria-label="Title"
        dir="auto"
        maxLength={200}
        required
        value={title}
        onInput={(event) => {
          setTitle(event.currentTarget.value);
        }}
      />
      {theirs && (
        <Conflict
          base={base}
          theirs={theirs}
          mine={content}
          onTake={() => {
            setContent(theirs.content);
          }}
        />
      )}
      <textarea
        class="input mono"
        aria-label="Text, in Markdown"
        dir="auto"
        autoFocus
        value={content}
        onInput={(event) => {
          setContent(event.currentTarget.value);
        }}
      />
      <Failure why={why} />
      <div class="form-end">
        {note.version > base.version && !theirs && (
          <span class="small failure">There is a newer version; saving will show it.</span>
        )}
        <button type="button" class="button" onClick={onEnd}>
          Cancel
        </button>
        <button type="submit" class="button primary">
          Save version {count((theirs?.version ?? base.version) + 1)}
        </button>
      </div>
    </form>
  );
};
