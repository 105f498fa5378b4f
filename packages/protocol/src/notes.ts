import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { nameUpTo, textUpTo, Timestamp, wholeNumber } from './text.ts';

/** Who wrote a version. */
export const Editor = z.object({ kind: z.enum(['agent', 'observer']), id: z.string(), name: z.string() });
export type Editor = z.output<typeof Editor>;

export const Note = z
  .object({
    id: z.string(),
    noteId: z.string(),
    sessionId: z.string(),
    title: z.string(),
    /** Markdown. */
    content: z.string(),
    version: z.int().positive(),
    createdBy: Editor,
    lastEditor: Editor,
    copiedFrom: z.object({ sessionId: z.string(), noteId: z.string(), version: z.int() }).nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Note' });
export type Note = z.output<typeof Note>;

export const NoteVersion = z
  .object({
    id: z.string(),
    noteId: z.string(),
    sessionId: z.string(),
    version: z.int().positive(),
    title: z.string(),
    content: z.string(),
    editor: Editor,
    /** The event that made it. */
    seq: z.int().positive(),
    createdAt: Timestamp,
  })
  .meta({ id: 'NoteVersion' });
export type NoteVersion = z.output<typeof NoteVersion>;

const path = '/api/sessions/:sessionId/notes';
const one = `${path}/:noteId` as const;
const version = z.int().positive();

export const noteEndpoints = (limits: Limits) => {
  const title = nameUpTo(limits.nameCharacters).min(1);
  const content = textUpTo(limits.noteBytes);
  return {
    createNote: endpoint({
      method: 'POST',
      path,
      access: 'agent',
      summary: 'Create a shared note',
      body: z.object({ title: title.default('Untitled'), content: content.default('') }),
      result: Note,
      status: [201],
      errors: ['CONFLICT'],
    }),
    listNotes: endpoint({
      method: 'GET',
      path,
      access: 'reader',
      summary: 'The notes, oldest first',
      query: z.object(pageQuery),
      result: pageOf(Note),
      status: [200],
    }),
    getNote: endpoint({
      method: 'GET',
      path: one,
      access: 'reader',
      summary: 'One note; its version is the ETag',
      result: Note,
      status: [200],
    }),
    updateNote: endpoint({
      method: 'PUT',
      path: one,
      access: 'noteEditor',
      summary: 'Write the next version, if the note still has the expected one',
      body: z.object({
        expectedVersion: version.optional(),
        version: version.optional(),
        title: title.optional(),
        content: content.optional(),
      }),
      result: Note,
      status: [200],
      errors: ['CONFLICT'],
    }),
    deleteNote: endpoint({
      method: 'DELETE',
      path: one,
      access: 'agent',
      summary: 'Delete a note with its history',
      result: z.object({ id: z.string(), deleted: z.literal(true) }),
      status: [200],
      errors: ['CONFLICT'],
    }),
    listNoteVersions: endpoint({
      method: 'GET',
      path: `${one}/history`,
      access: 'reader',
      summary: 'Every version of a note, newest first',
      query: z.object(pageQuery),
      result: pageOf(NoteVersion),
      status: [200],
    }),
    getNoteVersion: endpoint({
      method: 'GET',
      path: `${one}/history/:version`,
      access: 'reader',
      summary: 'One version of a note',
      params: z.object({ version: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
      result: NoteVersion,
      status: [200],
    }),
  };
};
