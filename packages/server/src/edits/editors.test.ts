import { cases } from '@pairspace/testkit/cases';
import type { File, Note, NoteVersion } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import type { Reply } from '../testing/test-app.ts';
import { startTestApp } from '../testing/test-app.ts';

const editors = 20;
/** The number of edits, on a note and a file together. */
const edits = cases(200);
const slots = 60;
/** The greatest age of an editor's version. */
const longestAgo = 8;

type Document = Pick<Note | File, 'version'> & { content: string };

const slot = (number: number): string => `slot ${String(number).padStart(2, '0')} |`;
const initial = Array.from({ length: slots }, (_, number) => `${slot(number)}\n\n`).join('');

/** A seeded generator, so that a failure can be reproduced. */
const randomFrom = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

/** An edit that inserts a unique word into the document. */
const editOf = (word: string, random: (below: number) => number): Record<string, unknown> => {
  const kind = random(10);
  const old = slot(random(slots));
  if (kind < 7) return { replace: { old, new: `${old} ${word}` } };
  if (kind === 7) return { append: `at the end ${word}` };
  if (kind === 8) return { prepend: `at the beginning ${word}` };
  return { section: { heading: `## ${word}`, content: `in a section\n` } };
};

interface Work {
  session: SessionFixture;
  path: string;
  document: Document;
  seed: number;
}

/** Many concurrent editors, each based on a version that may be outdated. */
const editAtOnce = async ({ session, path, document, seed }: Work) => {
  const random = randomFrom(seed);
  const accepted: { word: string; version: number }[] = [];
  const refused: { word: string; reason: unknown }[] = [];
  let newest = document.version;
  let made = 0;
  const edit = async (editor: number): Promise<void> => {
    while (made < edits / 2) {
      const word = `word${String(made++)}of${String(editor)}x`;
      const expectedVersion = Math.max(1, newest - random(longestAgo));
      const body = { expectedVersion, edits: [editOf(word, random)] };
      const caller = editor % 2 === 0 ? session.creator : session.partner;
      const reply: Reply<Document> = await caller<Document>('PATCH', path, { body });
      if (reply.status === 200) {
        accepted.push({ word, version: reply.data.version });
        newest = Math.max(newest, reply.data.version);
      } else refused.push({ word, reason: reply.error.details?.['reason'] ?? reply.error.message });
    }
  };
  await Promise.all(Array.from({ length: editors }, (_, editor) => edit(editor)));
  return { accepted, refused };
};

const countOf = (word: string, text: string): number => text.split(word).length - 1;

const compare = (content: string, { accepted, refused }: Awaited<ReturnType<typeof editAtOnce>>): void => {
  expect(accepted.filter(({ word }) => countOf(word, content) !== 1)).toEqual([]);
  expect(refused.filter(({ word }) => countOf(word, content) !== 0)).toEqual([]);
  expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['edit_overlaps']));
  expect(accepted.length).toBeGreaterThan(refused.length);
  const versions = accepted.map(({ version }) => version).toSorted((a, b) => a - b);
  expect(versions).toEqual(versions.map((_, index) => index + 2));
};

test('[EDIT-7] [EDIT-8] of many editors’ edits each that was accepted stands once, and none that was refused', async () => {
  await using app = await startTestApp({ requestRate: 'off' });
  const session = await aSession(app);
  const note = (await session.creator<Note>('POST', '/notes', { body: { title: 'All', content: initial } })).data;
  const file = (await session.creator<File>('POST', '/files', { body: { path: 'all.md', content: initial } })).data;
  const [ofNote, ofFile] = await Promise.all([
    editAtOnce({ session, path: `/notes/${note.id}`, document: { ...note, content: initial }, seed: 1 }),
    editAtOnce({ session, path: '/files/all.md', document: { ...file, content: initial }, seed: 2 }),
  ]);
  const written = (await session.creator<Note>('GET', `/notes/${note.id}`)).data;
  compare(written.content, ofNote);
  compare((await session.creator<Document>('GET', '/files/all.md')).data.content, ofFile);
  const { data } = await session.creator<{ items: NoteVersion[] }>('GET', `/notes/${note.id}/history?limit=200`);
  expect(data.items[0]?.version).toBe(ofNote.accepted.length + 1);
});
