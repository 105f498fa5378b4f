import { inQuotes, type Note, someone, word as idWord } from '@pairspace/protocol';
import { plain } from '../command.ts';
import { CommandError, UsageError } from '../errors.ts';
import { rowsOf, line, peerText, sizeText } from '../terminal/text.ts';
import { contentOf, editedLine, editOptions, editsGiven, emptyOption, versions } from '../work/content-of.ts';
import { type InSession, openSeat, openSeatOrWatch } from '../work/open-seat.ts';

const fileOption = { value: 'path', help: 'the text of a file of this machine', short: 'f' } as const;

const findNote = async ({ call, all }: InSession, word = ''): Promise<Note> => {
  if (word.startsWith('note_')) return call('getNote', { noteId: word });
  const named = (await all('listNotes', { limit: 200 })).filter(({ title }) => title === word);
  const [only, other] = named;
  if (!only) throw new CommandError('notFound', `No note is called "${word}".`, 'pairspace note list');
  if (other) {
    const ids = named.map(({ id }) => idWord(id)).join(', ');
    throw new CommandError('conflict', `Several notes are called "${word}".`, `Name one by its id: ${ids}`);
  }
  return only;
};

export const notes = {
  'note list': plain({
    async call(run) {
      const { all } = await openSeatOrWatch(run);
      return (await all('listNotes', { limit: 200 })).map((note) => ({ ...note, content: undefined }));
    },
    show: (listed) =>
      rowsOf(listed, ({ id, version, updatedAt, lastEditor, title }) => [
        id,
        `v${String(version)}`,
        `${updatedAt.slice(0, 16)}Z`,
        someone(lastEditor.id, lastEditor.name),
        inQuotes(title, 200),
      ]),
    none: 'There are none. Make one: pairspace note new <title>',
  }),
  'note show': plain({
    summary: 'print a note; its version goes to standard error',
    words: '<note>',
    options: { at: { value: 'version', whole: versions, help: 'an earlier version' } },
    about: ['<note> is its id or its title.'],
    async call(run) {
      const { at } = run.given;
      const session = await openSeatOrWatch(run);
      const newest = await findNote(session, run.words[0]);
      if (at === undefined) return newest;
      return session.call('getNoteVersion', { noteId: newest.id, version: String(at) });
    },
    show({ id, version, content }, { terminal }) {
      terminal.note(line`${id} version ${version}`);
      // A pipe gets the exact text; a terminal gets it without control characters.
      return (terminal.outputIsTerminal ? peerText(content) : content).replace(/\n$/, '');
    },
  }),
  'note new': plain({
    words: '<title> [text or -]',
    options: { file: fileOption, ...emptyOption },
    examples: ['pairspace note new Plan "1. read  2. write"', 'pairspace note new Plan --file plan.md'],
    async call(run) {
      const { file, empty } = run.given;
      const [title, word] = run.words;
      const isEmpty = word === undefined && file === undefined;
      const content = isEmpty ? '' : await contentOf({ word, file, what: 'the text', empty }, run);
      return (await openSeat(run, 'agent')).call('createNote', { title, content });
    },
    show: ({ id }) => line`Made ${id}, version 1.`,
  }),
  'note edit': plain({
    summary: 'write the next version of a note, or change parts of it',
    words: '<note> [text or -]',
    options: {
      file: fileOption,
      title: { value: 'title', help: 'a new title' },
      ...editOptions,
      ...emptyOption,
      expect: { value: 'version', whole: versions, help: 'the version that you have read; another one is refused' },
    },
    about: [
      'A text replaces that of the note. When somebody was faster, nothing is written, and the exit code is 5. Earlier versions stay: pairspace note history, pairspace note restore.',
      'With --append, --prepend, --replace or --section parts are changed and merged with what came since.',
    ],
    examples: [
      'pairspace note edit Plan --file plan.md --expect 3',
      'pairspace note edit Plan --section "## Open questions" --with "None."',
    ],
    async call(run) {
      const [name, word] = run.words;
      const { file, title, empty, expect } = run.given;
      const edits = await editsGiven(run.given, run);
      const isWhole = word !== undefined || file !== undefined;
      if (edits.length > 0 && isWhole) throw new UsageError('Give a whole text or say what to change, not both.');
      const keepsText = edits.length > 0 || (!isWhole && title !== undefined);
      const content = keepsText ? undefined : await contentOf({ word, file, what: 'the text', empty }, run);
      const session = await openSeat(run);
      const { id: noteId, version } = await findNote(session, name);
      if (edits.length > 0) return session.call('editNote', { noteId, edits, title, expectedVersion: expect });
      return session.call('updateNote', { noteId, expectedVersion: expect ?? version, title, content });
    },
    show: (written) => editedLine(written.id, written),
  }),
  'note history': plain({
    summary: 'list the versions of a note, the newest first',
    words: '<note>',
    about: ['pairspace note show <note> --at <version> prints one of them.'],
    async call(run) {
      const session = await openSeatOrWatch(run);
      return session.all('listNoteVersions', { noteId: (await findNote(session, run.words[0])).id });
    },
    show: (listed) =>
      rowsOf(listed, ({ version, createdAt, editor, title, content }) => [
        `v${String(version)}`,
        createdAt,
        sizeText(Buffer.byteLength(content)),
        someone(editor.id, editor.name),
        inQuotes(title, 200),
      ]),
  }),
  'note restore': plain({
    summary: 'write an earlier version of a note again, as its next one',
    words: '<note> <version>',
    about: ['Nothing is lost: the versions in between stay. pairspace note history lists them.'],
    examples: ['pairspace note restore Plan 3'],
    async call(run) {
      const [name, version = ''] = run.words;
      if (!/^[1-9]\d{0,14}$/.test(version)) throw new UsageError('The version must be a whole number from 1.');
      const session = await openSeat(run);
      const { id: noteId, version: expectedVersion } = await findNote(session, name);
      const { title, content } = await session.call('getNoteVersion', { noteId, version });
      return session.call('updateNote', { noteId, expectedVersion, title, content });
    },
    show: ({ id, version }, { words: [, restored = ''] }) =>
      line`Wrote version ${version} of ${id}, as version ${restored} was.`,
  }),
  'note rm': plain({
    summary: 'delete a note with all of its versions',
    words: '<note>',
    async call(run) {
      const session = await openSeat(run, 'agent');
      return session.call('deleteNote', { noteId: (await findNote(session, run.words[0])).id });
    },
    show: ({ id }) => line`Deleted ${id}.`,
  }),
};
