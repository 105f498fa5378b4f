import type { Client } from '@pairspace/client';
import { type Note, word as idWord } from '@pairspace/protocol';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';

/** The note with this id, or the only one with this title. */
export const findNote = async (
  { client, sessionId, signal }: { client: Client; sessionId: string; signal: AbortSignal },
  word: string,
): Promise<Note> => {
  if (word.startsWith('note_')) return client.getNote({ sessionId, noteId: word }, { signal });
  const named: Note[] = [];
  for await (const note of client.pages('listNotes', { sessionId, limit: 200 }, { signal })) {
    if (note.title === word) named.push(note);
  }
  const [only, other] = named;
  if (!only) throw new CommandError(exitCodes.notFound, `No note is called "${word}".`, 'pairspace note list');
  if (other) {
    const ids = named.map(({ id }) => idWord(id)).join(', ');
    throw new CommandError(exitCodes.conflict, `Several notes are called "${word}".`, `Name one by its id: ${ids}`);
  }
  return only;
};
