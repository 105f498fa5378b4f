import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { editsOf } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { NoteId, SessionId } from './ids.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { nameUpTo, pastSeq, screenedBody, textUpTo, Timestamp, wholeNumber } from './text.ts';

/** The author of a version. */
export const Editor = z
  .object({
    kind: z.enum(['agent', 'observer']).meta({ description: 'The kind of the author' }),
    id: z.string().meta({ description: 'The agentId, or the id of the observer', examples: ['ada'] }),
    name: z.string().meta({ description: 'The name that people read', examples: ['Ada'] }),
  })
  .meta({ description: 'The author' });
export type Editor = z.output<typeof Editor>;

const titleMeta = { description: 'A line that names the note', examples: ['Plan'] };
const contentMeta = { description: 'Markdown', examples: ['1. Parse ISO 8601\n2. Test'] };
const version = z
  .int()
  .positive()
  .meta({ description: 'Counts the writes, from 1', examples: [1] });

export const Note = z
  .object({
    id: NoteId.meta({ description: 'The note; newer ones sort after older ones' }),
    noteId: NoteId.meta({ description: 'The same as `id`' }),
    sessionId: SessionId,
    title: z.string().meta(titleMeta),
    content: z.string().meta(contentMeta),
    version,
    createdBy: Editor.meta({ description: 'The author of the first version' }),
    lastEditor: Editor.meta({ description: 'The author of the newest version' }),
    copiedFrom: z
      .object({
        sessionId: SessionId.meta({ description: 'The session of that note' }),
        noteId: NoteId.meta({ description: 'The id of the original note' }),
        version: z.int().meta({ description: 'The version of the original note at that time', examples: [3] }),
      })
      .nullable()
      .meta({ description: 'The note that a fork copied; null for a note of its own', examples: [null] }),
    createdAt: Timestamp.meta({ description: 'When it was created' }),
    updatedAt: Timestamp.meta({ description: 'When its newest version was written' }),
  })
  .meta({ id: 'Note', description: 'A Markdown document that the session shares' });
export type Note = z.output<typeof Note>;

export const NoteSummary = Note.omit({ content: true }).meta({
  id: 'NoteSummary',
  description: 'A note without its content',
});
export type NoteSummary = z.output<typeof NoteSummary>;

export const EditedNote = Note.extend({
  merged: z.boolean().meta({
    description: 'Whether the edits were merged with versions after `expectedVersion`.',
    examples: [false],
  }),
}).meta({ id: 'EditedNote', description: 'A note after its edits' });
export type EditedNote = z.output<typeof EditedNote>;

export const NoteVersion = z
  .object({
    id: NoteId,
    noteId: NoteId.meta({ description: 'The same as `id`' }),
    sessionId: SessionId,
    version,
    title: z.string().meta(titleMeta),
    content: z.string().meta(contentMeta),
    editor: Editor.meta({ description: 'The author of this version' }),
    seq: z
      .int()
      .positive()
      .meta({ description: 'The event that made this version', examples: [5] }),
    createdAt: Timestamp.meta({ description: 'When this version was written' }),
  })
  .meta({ id: 'NoteVersion', description: 'A version of a note' });
export type NoteVersion = z.output<typeof NoteVersion>;

const path = '/api/sessions/:sessionId/notes';
const one = `${path}/:noteId` as const;

const titleUpTo = (limits: Limits) => nameUpTo(limits.nameCharacters).min(1).meta(titleMeta);
const contentUpTo = (limits: Limits) => textUpTo(limits.noteBytes).meta(contentMeta);

const createNote = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Create a note',
    body: z.object({
      title: titleUpTo(limits).default('Untitled'),
      content: contentUpTo(limits).default(''),
      ...screenedBody,
    }),
    screened: ['title', 'content'],
    result: Note,
    status: [201],
    errors: ['CONFLICT'],
    conflicts: ['session_completed', 'limit_reached'],
    example: { body: { title: 'Plan', content: '1. Parse ISO 8601\n2. Test' } },
  });

const listNotes = endpoint({
  method: 'GET',
  path,
  access: 'reader',
  summary: 'List notes',
  description: 'Returns the notes with their content, oldest first.',
  query: z.object(pageQuery),
  result: pageOf(Note),
  status: [200],
});

const getNote = endpoint({
  method: 'GET',
  path: one,
  access: 'reader',
  summary: 'Read a note',
  description: 'Returns one note. `seq` asks for the note as it was then.',
  query: z.object({ seq: pastSeq().optional() }),
  tagged: true,
  result: Note,
  status: [200],
});

const updateNote = (limits: Limits) => {
  const unchanged = 'stays as it is when left out';
  return endpoint({
    method: 'PUT',
    path: one,
    access: 'noteEditor',
    summary: 'Write a note',
    description:
      'Writes the next version if the note still has the expected one. Otherwise nothing is written: the 409 holds the current note in `details.current`, to merge and try again.',
    body: z.object({
      expectedVersion: version
        .meta({ description: 'The version that the edit is based on; a stale one is 409' })
        .optional(),
      version: version
        .meta({ description: 'The same as `expectedVersion`; one of the two, or `If-Match`, is needed' })
        .optional(),
      title: titleUpTo(limits)
        .meta({ description: `A line that names the note; ${unchanged}` })
        .optional(),
      content: contentUpTo(limits)
        .meta({ description: `The whole text, Markdown; ${unchanged}` })
        .optional(),
      ...screenedBody,
    }),
    screened: ['title', 'content'],
    preconditions: ['if-match'],
    result: Note,
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['session_completed', 'stale_version'],
    example: { body: { expectedVersion: 1, content: '1. Parse ISO 8601\n2. Test\n3. Review' } },
  });
};

const editNote = (limits: Limits) =>
  endpoint({
    method: 'PATCH',
    path: one,
    access: 'noteEditor',
    summary: 'Edit a note',
    description: 'Edits of an older version are merged with the changes that came since.',
    body: z.object({
      expectedVersion: version.optional().meta({
        description: 'The version that the edits are based on; the current one when absent.',
        examples: [3],
      }),
      edits: editsOf(limits.noteBytes),
      title: titleUpTo(limits)
        .optional()
        .meta({ description: 'A new title.', examples: ['Plan of the week'] }),
      ...screenedBody,
    }),
    screened: ['title', 'edits'],
    preconditions: ['if-match'],
    result: EditedNote,
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['session_completed', 'stale_version', 'edit_not_found', 'edit_ambiguous', 'edit_overlaps'],
    example: { body: { expectedVersion: 1, edits: [{ replace: { old: 'Test', new: 'Test leap days' } }] } },
  });

const deleteNote = endpoint({
  method: 'DELETE',
  path: one,
  access: 'agent',
  summary: 'Delete a note',
  description: 'Deletes the note and its history.',
  preconditions: ['if-match'],
  largeAnswer: 'texts',
  result: deletedOf(NoteId),
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['session_completed', 'stale_version'],
});

const listNoteVersions = endpoint({
  method: 'GET',
  path: `${one}/history`,
  access: 'reader',
  summary: 'List the versions of a note',
  description: 'Returns every version of the note, newest first.',
  query: z.object(pageQuery),
  result: pageOf(NoteVersion),
  status: [200],
});

const getNoteVersion = endpoint({
  method: 'GET',
  path: `${one}/history/:version`,
  access: 'reader',
  summary: 'Read one version of a note',
  params: z.object({
    version: wholeNumber(1, Number.MAX_SAFE_INTEGER).meta({
      description: 'The number of the version, from 1',
      examples: [1],
    }),
  }),
  result: NoteVersion,
  status: [200],
});

export const noteEndpoints = (limits: Limits) => ({
  createNote: createNote(limits),
  listNotes,
  getNote,
  updateNote: updateNote(limits),
  editNote: editNote(limits),
  deleteNote,
  listNoteVersions,
  getNoteVersion,
});
