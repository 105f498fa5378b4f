import type { Note } from '@pairspace/protocol';
import { count } from '../../lib/format.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Name } from '../../ui/who.tsx';
import type { PanelProps } from './place.ts';
import { type NoteDraft, useNoteDraft } from './use-note-draft.ts';

interface NoteEditorProps {
  shared: PanelProps;
  note: Note;
  onEnd: () => void;
}

interface ConflictProps {
  theirs: Note;
  draft: NoteDraft;
}

/** Shown when somebody else has written a version meanwhile: their changes, and the differences from this draft. */
const Conflict = ({ theirs, draft: { base, content, setContent } }: ConflictProps) => (
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
      <DiffView before={theirs.content} after={content} most={200} />
    </details>
    <p class="small dim">
      Bring their change into your text, or take theirs and lose yours. Save then writes on top of it.
    </p>
    <button
      type="button"
      class="button"
      onClick={() => {
        setContent(theirs.content);
      }}
    >
      Take their text
    </button>
  </section>
);

const EditorEnd = ({ draft, note, onEnd }: Omit<NoteEditorProps, 'shared'> & { draft: NoteDraft }) => (
  <div class="form-end">
    {note.version > draft.base.version && !draft.theirs && (
      <span class="small failure">There is a newer version; saving will show it.</span>
    )}
    <button type="button" class="button" onClick={onEnd}>
      Cancel
    </button>
    <button type="submit" class="button primary">
      Save version {count(draft.expectedVersion + 1)}
    </button>
  </div>
);

/** Writes the next version of a note, and never over somebody else's. */
export const NoteEditor = ({ shared, note, onEnd }: NoteEditorProps) => {
  const draft = useNoteDraft(shared.feed, note, onEnd);
  return (
    <form
      class="note-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.save();
      }}
    >
      <input
        class="input"
        aria-label="Title"
        dir="auto"
        maxLength={200}
        required
        value={draft.title}
        onInput={(event) => {
          draft.setTitle(event.currentTarget.value);
        }}
      />
      {draft.theirs && <Conflict theirs={draft.theirs} draft={draft} />}
      <textarea
        class="input mono"
        aria-label="Text, in Markdown"
        dir="auto"
        autoFocus
        value={draft.content}
        onInput={(event) => {
          draft.setContent(event.currentTarget.value);
        }}
      />
      <Failure why={draft.why} />
      <EditorEnd draft={draft} note={note} onEnd={onEnd} />
    </form>
  );
};
