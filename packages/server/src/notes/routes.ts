import { type Endpoints, invalid, type Limits } from '@pairspace/protocol';
import type { EditThread } from '../edits/edit-thread.ts';
import { Answer } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { Preconditions } from '../http/dispatch/preconditions.ts';
import { versionTag } from '../lib/entity-tags.ts';
import type { Storage } from '../storage/storage.ts';
import { createNote } from './create-note.ts';
import { deleteNote } from './delete-note.ts';
import { editNote } from './edit-note.ts';
import { listNotes } from './list-notes.ts';
import { getNoteVersion, listNoteVersions } from './note-history.ts';
import { getNote } from './note-store.ts';
import { getPastNote } from './past-note.ts';
import { updateNote } from './update-note.ts';

interface NoteRoutes {
  bind: Bind;
  endpoints: Endpoints;
  storage: Storage;
  limits: Pick<Limits, 'notesPerSession' | 'noteBytes'>;
  editThread: EditThread;
}

export const bindNotes = ({ bind, endpoints, storage, limits, editThread }: NoteRoutes): void => {
  const { read } = storage;
  bind(endpoints.createNote, ({ caller, body, write }) =>
    write((tx) => createNote(tx, caller, body, limits.notesPerSession)),
  );
  bind(endpoints.listNotes, ({ params, query }) => listNotes(read, params.sessionId, query));
  bind(endpoints.getNote, async ({ params, query, session }) => {
    const note =
      session && query.seq !== undefined
        ? await getPastNote(read, session, params.noteId, query.seq)
        : await getNote(read, params.sessionId, params.noteId);
    return new Answer(note, { headers: { etag: versionTag(note.version) } });
  });
  bind(endpoints.updateNote, ({ caller, params, body, preconditions, write }) => {
    const { title, content } = body;
    const edit = { noteId: params.noteId, admits: admittedVersions(body, preconditions), title, content };
    return write((tx, session) => updateNote(tx, caller, edit, session));
  });
  bind(endpoints.editNote, ({ caller, params, body, preconditions: { admits }, writeValue }) =>
    editNote({ write: writeValue, thread: editThread, noteBytes: limits.noteBytes }, caller, {
      noteId: params.noteId,
      admits,
      ...body,
    }),
  );
  bind(endpoints.deleteNote, ({ caller, params, preconditions: { admits }, write }) =>
    write((tx) => deleteNote(tx, caller, params.noteId, admits)),
  );
  bind(endpoints.listNoteVersions, ({ params, query }) =>
    listNoteVersions(read, params.sessionId, params.noteId, query),
  );
  bind(endpoints.getNoteVersion, ({ params }) => getNoteVersion(read, params.sessionId, params.noteId, params.version));
};

interface ExpectedVersion {
  expectedVersion?: number | undefined;
  version?: number | undefined;
}

/**
 * `expectedVersion`, `version` and `If-Match` have the same meaning. At least one is required, and all must agree
 * (NOTE-3, NOTE-5).
 */
const admittedVersions = (
  { expectedVersion, version }: ExpectedVersion,
  { admits, isGiven }: Preconditions,
): Preconditions['admits'] => {
  const [first, ...others] = [expectedVersion, version].filter((value) => value !== undefined);
  if (first === undefined) {
    if (isGiven) return admits;
    throw invalid('body.expectedVersion', 'is required: the version on which the edit is based');
  }
  if (others.some((other) => other !== first) || !admits(first))
    throw invalid('body.expectedVersion', 'contradicts version or If-Match');
  return (current) => current === first;
};
