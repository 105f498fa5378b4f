import { NoteRow } from '../../content/rows.tsx';
import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { NoteView } from './note-view.tsx';
import { PanelList } from './panel-list.tsx';
import type { PanelProps } from './place.ts';
import { ReadOne } from './read-one.tsx';

/** The notes of the session, the most recently changed first, or the open note. A single note is open by itself. */
export const NotesPanel = (shared: PanelProps) => {
  const { moment, place, feed } = shared;
  const now = useNow();
  const notes = [...moment.state.notes.values()];
  const only = notes.length === 1 && place.panel !== 'notes' ? notes[0] : undefined;
  const open = place.panel === 'notes' && place.open !== undefined ? moment.state.notes.get(place.open) : only;
  if (open) return <NoteView key={open.id} note={open} shared={shared} />;
  const noteId = place.panel === 'notes' ? place.open : undefined;
  if (noteId !== undefined && (moment.isPast || feed.partsThere.has('notes')))
    return (
      <ReadOne
        key={noteId}
        shared={shared}
        kind="note"
        id={noteId}
        read={(client, signal) => client.getNote({ sessionId: feed.sessionId, noteId }, { signal })}
        view={(note) => <NoteView note={note} shared={shared} />}
      />
    );
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
