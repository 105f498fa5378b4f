import { isUtf8 } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, normalize, sep } from 'node:path';
import { bytesOfFile, inQuotes, someone } from '@pairspace/protocol';
import { plain } from '../command.ts';
import { rowsOf, line, peerText, sizeText } from '../terminal/text.ts';
import { UsageError } from '../errors.ts';
import { editedLine, editOptions, editsGiven, emptyOption, fromZero, notEmpty, versions } from '../work/content-of.ts';
import { openSeat, openSeatOrWatch } from '../work/open-seat.ts';

/** A path of the session, which begins with no `./`. */
const ofSession = (path: string): string => path.replace(/^\.\//, '');

/** Whether a path of this machine leads out of the folder, so that it is no path of a session. */
const isElsewhere = (path: string): boolean => isAbsolute(path) || normalize(path).split(sep)[0] === '..';

/** Text is sent as text, so that others can edit it. */
const encoded = (bytes: Buffer): { content: string; encoding?: 'base64' } =>
  isUtf8(bytes) && !bytes.includes(0)
    ? { content: bytes.toString() }
    : { content: bytes.toString('base64'), encoding: 'base64' };

export const files = {
  'file ls': plain({
    call: async (run) => (await openSeatOrWatch(run)).all('listFiles', { limit: 200 }),
    show: (listed) =>
      rowsOf(listed, ({ size, version, updatedAt, lastEditor, path }) => [
        sizeText(size),
        `v${String(version)}`,
        `${updatedAt.slice(0, 16)}Z`,
        someone(lastEditor.id, lastEditor.name),
        inQuotes(path, 600),
      ]),
    none: 'There are none. Share one: pairspace file put <file>',
  }),
  'file get': plain({
    summary: 'print a file, or write it to this machine',
    words: '<path> [to]',
    options: { force: { help: 'replace what is there' } },
    examples: [
      'pairspace file get docs/plan.md',
      'pairspace file get plot.png plot.png',
      'pairspace file get docs/plan.md plan.md',
    ],
    async call(run) {
      const [path = '', to] = run.words;
      const file = await (await openSeatOrWatch(run)).call('getFile', { path });
      if (to !== undefined) await writeFile(to, bytesOfFile(file), { flag: run.given.force ? 'w' : 'wx' });
      return file;
    },
    show(file, { words: [, to], terminal }) {
      if (to !== undefined) return line`Wrote ${inQuotes(to, 400)}, version ${file.version}.`;
      const isText = file.encoding === 'utf-8';
      if (!terminal.outputIsTerminal) terminal.write(isText ? file.content : bytesOfFile(file));
      else if (isText) terminal.write(peerText(file.content));
      else {
        const what = `${inQuotes(file.mediaType)}, ${sizeText(file.size)}`;
        terminal.note(`It is not text: ${what}. Say where to write it: [to].`);
      }
      return [];
    },
  }),
  'file put': plain({
    summary: 'share a file of this machine, or standard input',
    words: '<file or -> [path]',
    options: {
      expect: { value: 'version', whole: fromZero, help: 'the version that it replaces; 0: it must not be there' },
      ...emptyOption,
    },
    about: [
      'Text is shared as text, and other bytes as they are.',
      '[path] is where it goes in the session; without it, the path as given.',
    ],
    examples: [
      'pairspace file put docs/plan.md',
      'pairspace file put plot.png',
      'pairspace file put - out.txt < out.txt',
    ],
    async call(run) {
      const { given, words, terminal } = run;
      const [source = '', path = source] = words;
      const bytes = source === '-' ? undefined : await readFile(source);
      if (path === '-' || (words.length === 1 && isElsewhere(path))) {
        const what = bytes ? 'it' : 'standard input';
        throw new UsageError(`Say what ${what} is called in the session: pairspace file put ${path} <path>`);
      }
      const input = { from: 'Standard input', what: 'the content', empty: given.empty };
      const content = encoded(bytes ?? notEmpty(await terminal.readBytes(), input));
      const { call } = await openSeat(run, 'agent');
      return call('writeFile', { path: ofSession(path), ...content, expectedVersion: given.expect });
    },
    show: ({ path, version }) => line`Shared ${inQuotes(path)}, version ${version}.`,
  }),
  'file edit': plain({
    words: '<path>',
    options: {
      ...editOptions,
      expect: {
        value: 'version',
        whole: versions,
        help: 'the version that you have read; edits that came since are merged',
      },
    },
    about: ['When somebody has changed the same lines, nothing is written, and the exit code is 5.'],
    examples: [
      'pairspace file edit src/a.ts --replace "draft" --with "final"',
      'git log -1 | pairspace file edit log.txt --append -',
    ],
    async call(run) {
      const { given, words } = run;
      const edits = await editsGiven(given, run);
      if (edits.length === 0) throw new UsageError('Say what to change: --append, --prepend, --replace or --section.');
      const { call } = await openSeat(run, 'agent');
      return call('editFile', { path: ofSession(words[0] ?? ''), edits, expectedVersion: given.expect });
    },
    show: (edited) => editedLine(inQuotes(edited.path), edited),
  }),
  'file rm': plain({
    summary: 'delete a file of the session',
    words: '<path>',
    call: async (run) => (await openSeat(run, 'agent')).call('deleteFile', { path: run.words[0] ?? '' }),
    show: (_, { words: [path = ''] }) => `Deleted ${path}.`,
  }),
};
