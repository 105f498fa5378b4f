import type { Note } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { count } from '../../lib/format.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Name } from '../../ui/who.tsx';
import type { EditedNote } from '../../model/edited-note.ts';
import { type NoteDraft, useNoteDraft } from './use-note-draft.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

interface NoteEditorProps {
  edited: EditedNote;
  /** The current note; undefined if the note was deleted or is not loaded. */
  note: Note | undefined;
  /** The notice that the note no longer exists. */
  children: ComponentChildren;
}

/** Shown when somebody else has written a version meanwhile: their changes, and the differences from this draft. */
const Conflict = ({ theirs, draft: { base, content, change } }: { theirs: Note; draft: NoteDraft }) => (
  <section class="conflict grid" role="alert">
    <p>
      <b>
        <Name>{theirs.lastEditor.name}</Name> has written version {count(theirs.version)} meanwhile.
      </b>{' '}
      Nothing of yours was saved, and nothing is lost.
    </p>
    {theirs.title !== base.title && (
      <p>
        The title is “<Name>{theirs.title}</Name>” now.
      </p>
    )}
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
    <Button act={calling(change, { title: theirs.title, content: theirs.content })}>Take their text</Button>
  </section>
);

const EditorEnd = ({ draft, note, onEnd }: Pick<NoteEditorProps, 'note'> & { draft: NoteDraft; onEnd: () => void }) => (
  <div class="form-end line wrap">
    {note && note.version > draft.base.version && !draft.theirs && (
      <span class="small failure">There is a newer version; saving will show it.</span>
    )}
    <Button act={onEnd}>Cancel</Button>
    <button type="submit" class="button primary">
      Save version {count(draft.expectedVersion + 1)}
    </button>
  </div>
);

/** Writes the next version of a note, and never over somebody else's. */
export const NoteEditor = ({ edited, note, children }: NoteEditorProps) => {
  const feed = useFeed();
  const end = (): void => {
    feed.editedNotes.delete(edited.base.id);
    feed.changed();
  };
  const draft = useNoteDraft(edited, end);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <form
      class="note-editor stack"
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
      <input
        class="input"
        aria-label="Title"
        dir="auto"
        maxLength={200}
        required
        readOnly={draft.isSaving}
        value={draft.title}
        onInput={(event) => {
          draft.change({ title: event.currentTarget.value });
        }}
      />
      {children}
      {draft.theirs && <Conflict theirs={draft.theirs} draft={draft} />}
      <textarea
        class="input mono"
        ref={field}
        aria-label="Text, in Markdown"
        dir="auto"
        readOnly={draft.isSaving}
        value={draft.content}
        onInput={(event) => {
          draft.change({ content: event.currentTarget.value });
        }}
      />
      <Failure why={draft.why} />
      <EditorEnd draft={draft} note={note} onEnd={end} />
    </form>
  );
};
