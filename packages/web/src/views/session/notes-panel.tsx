import { NoteRow } from '../../content/rows.tsx';
import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteView } from './note-view.tsx';
import { PanelList } from './panel-list.tsx';
import { ReadOne } from './read-one.tsx';
import { useShown } from './shown.ts';

/**
 * The notes of the session, the most recently changed first, or the open note. A single note is open by default. The
 * editor stays when its note is deleted, and is hidden at a past moment.
 */
export const NotesPanel = () => {
  const { feed, moment, place } = useShown();
  const now = useNow();
  const notes = [...moment.state.notes.values()];
  const only = notes.length === 1 && place.panel !== 'notes' ? notes[0] : undefined;
  const noteId = (place.panel === 'notes' ? place.open : undefined) ?? only?.id;
  const open = noteId === undefined ? undefined : moment.state.notes.get(noteId);
  const edited = noteId === undefined || moment.isPast ? undefined : feed.editedNotes.get(noteId);
  const missing = noteId !== undefined && !open && (moment.isPast || feed.partsThere.has('notes')) && (
    <ReadOne
      key={noteId}
      kind="note"
      id={noteId}
      read={(client, signal) => client.getNote({ sessionId: feed.sessionId, noteId }, { signal })}
      view={(note) => !edited && <NoteView note={note} />}
    />
  );
  if (edited)
    return (
      <NoteEditor key={noteId} edited={edited} note={open}>
        {missing}
      </NoteEditor>
    );
  if (open) return <NoteView key={open.id} note={open} />;
  if (missing) return missing;
  const byTime = notes.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return (
    <PanelList
      items={byTime}
      isThere={feed.partsThere.has('notes') || moment.isPast}
      none="No note yet. Agents keep plans and results in notes; every version is kept."
      row={(note) => <NoteRow note={note} when={ago(note.updatedAt, now)} />}
    />
  );
};
