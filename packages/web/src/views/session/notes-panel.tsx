import type { Note } from '@pairspace/protocol';
import { NoteRow } from '../../content/rows.tsx';
import { ago } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { NoteEditor } from './note-editor.tsx';
import { NoteView } from './note-view.tsx';
import { PanelList } from './panel-list.tsx';
import { useOpenItem } from './use-open-item.tsx';
import { useShown } from './shown.ts';

/**
 * The notes of the session, the most recently changed first, or the open note. A single note is open by default. The
 * editor stays when its note is deleted, and is hidden at a past moment.
 */
export const NotesPanel = () => {
  const { feed, moment, place } = useShown();
  const { client, sessionId } = feed;
  const now = useNow();
  const notes = [...moment.state.notes.values()];
  const only = notes.length === 1 && place.panel !== 'notes' ? notes[0] : undefined;
  const noteId = (place.panel === 'notes' ? place.open : undefined) ?? only?.id ?? '';
  const note = moment.state.notes.get(noteId);
  const edited = moment.isPast ? undefined : feed.editedNotes.get(noteId);
  const view = (found: Note) => !edited && <NoteView key={found.id} note={found} />;
  const read = (id: string, options: { signal: AbortSignal }) => client.getNote({ sessionId, noteId: id }, options);
  const open = useOpenItem('notes', moment.state.notes, read, view);
  if (edited)
    return (
      <NoteEditor key={noteId} edited={edited} note={note}>
        {!note && open}
      </NoteEditor>
    );
  if (open) return open;
  if (only) return view(only);
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
