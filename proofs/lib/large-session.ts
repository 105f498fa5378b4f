import type { Note } from '@pairspace/protocol';
import type { Caller, FullSessionFixture } from 'pairspace-conformance';
import { inParallel } from './in-parallel.ts';

/** The size of a large session; the full form reaches the limits. */
export interface SessionSize {
  notes: number;
  versions: number;
  files: number;
  messages: number;
  observers: number;
  jobs: number;
}

export const fullSize: SessionSize = {
  notes: 60,
  versions: 600,
  files: 900,
  messages: 3000,
  observers: 900,
  jobs: 300,
};

export const shortSize: SessionSize = {
  notes: 12,
  versions: 600,
  files: 100,
  messages: 600,
  observers: 100,
  jobs: 40,
};

const mib = 2 ** 20;
const at = 8;

/** The parts of a session that are expensive to read. */
export interface LargeSession extends FullSessionFixture {
  /** A note with many versions. */
  versioned: Note;
}

/** Texts that are expensive to escape, render, highlight or search. */
const costlyTexts = (bytes: number): string[] => [
  '\u007f'.repeat(bytes),
  '$'.repeat(bytes),
  '<&"'.repeat(bytes / 3),
  '[x](y) **a** `b` '.repeat(bytes / 17),
  '> '.repeat(bytes / 2),
  'a'.repeat(bytes),
];

/** Fills a session up to its limits with texts that are expensive to show. */
export const fillLargeSession = async (fixture: FullSessionFixture, size: SessionSize): Promise<LargeSession> => {
  const { creator } = fixture;
  const large = costlyTexts(mib - 64);
  await inParallel(size.notes, at, async (index) => {
    const content = large[index % large.length] ?? '';
    await creator.ok('createNote', { body: { title: `Note ${String(index)} ${'t'.repeat(180)}`, content } });
  });
  const versioned = await makeVersions(creator, size.versions);
  const coloured = costlyTexts(128 * 1024 - 8);
  const endings = ['java', 'ts', 'md', 'py', 'html', 'css'];
  await inParallel(size.files, at, async (index) => {
    const content = index < 30 ? (coloured[index % coloured.length] ?? '') : 'x';
    const path = `d${String(index % 10)}/${'f'.repeat(180)}${String(index)}.${endings[index % endings.length] ?? ''}`;
    await creator.ok('writeFile', { body: { path, content } });
  });
  await inParallel(size.messages, at, async (index) => {
    const bytes = index % 20 === 0 ? 100_000 : 500;
    const content = (costlyTexts(bytes)[index % large.length] ?? '').slice(0, bytes);
    await creator.ok('postMessage', { body: { content, metadata: { index } } });
  });
  await inParallel(size.observers, at, async (index) => {
    await creator.ok('observeSession', { body: { name: `Observer ${String(index)}` } });
  });
  // Each job reserves 10 credits and never ends.
  await creator.ok('configurePool', {
    body: { provider: 'worker', totalCredits: 100_000, maxQueuedJobs: 1000 },
  });
  await inParallel(size.jobs, at, async (index) => {
    await creator.ok('submitJob', { body: { type: 'sample.large', input: { text: 'x'.repeat(20_000), index } } });
  });
  return { ...fixture, versioned };
};

const makeVersions = async (creator: Caller, versions: number): Promise<Note> => {
  let note = await creator.ok('createNote', { body: { title: 'Many versions', content: '' } });
  const content = 'line of text\n'.repeat(2000);
  for (let version = 1; version < versions; version++) {
    const body = { expectedVersion: version, content: `${content}${String(version)}` };
    note = await creator.ok('updateNote', { params: { noteId: note.id }, body });
  }
  return note;
};
