import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { tool } from '../tool.ts';

export const noteWrite = tool({
  name: 'pairspace_note_write',
  title: 'Write a note',
  description:
    'Make a note (title, text), or edit one: append, or replace old by new. Edits merge with those of others.',
  input: z.object({
    seat,
    note: z.string().optional().describe('Id of the note to edit; omit to make one'),
    title: z.string().optional(),
    text: z.string().optional().describe('Of a new note'),
    append: z.string().optional(),
    old: z.string().optional().describe('Text that is there exactly once'),
    new: z.string().optional(),
    version: z.int().optional().describe('The version you read'),
  }),
  async run(given, { seating, signal }) {
    const { client, sessionId } = await seating.find(given.seat);
    const { note: noteId, title, text, append, old, version } = given;
    if (noteId === undefined) {
      const made = await client.createNote({ sessionId, title, content: text }, { signal });
      return `made ${word(made.id)}, version 1`;
    }
    if (text !== undefined) throw new Error('To edit a note, give append, or old and new.');
    const edits = [
      ...(append === undefined ? [] : [{ append }]),
      ...(old === undefined ? [] : [{ replace: { old, new: given.new ?? '' } }]),
    ];
    const done = await client.editNote({ sessionId, noteId, title, edits, expectedVersion: version }, { signal });
    return `${word(done.id)} has version ${word(done.version)}${done.merged ? ', merged with an edit of another' : ''}`;
  },
});
