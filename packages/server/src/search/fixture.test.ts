import { cases } from '@pairspace/testkit/cases';
import type { SearchHit } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession, type Caller, type SessionFixture } from '../testing/a-session.ts';
import {
  Dice,
  type FixtureEntry,
  fixtureEntry,
  fixtureQuery,
  type FixtureTerm,
  writtenQuery,
} from '../testing/search-fixture.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { isUnspaced, sequencesOf, splitCase, wordsOf } from '../lib/words.ts';
import { placeOf } from '../storage/full-text.ts';

const entries = cases(150);
const queries = cases(40);

interface Written extends FixtureEntry {
  sessionId: string;
  id: string;
  seq: number;
  at: number;
  author: string;
}

interface Page {
  items: SearchHit[];
  nextCursor: string | null;
  indexedSeq: number | null;
  partial: boolean;
}

let app: TestApp;
let sessions: SessionFixture[];
let hidden: SessionFixture;
/** The key of an agent with a seat in all sessions but the first. */
let agentKey: string;
const written = new Map<string, Written>();

const post = (caller: Caller, path: string, body: object) => caller<{ id: string }>('POST', path, { body });

const write: Record<FixtureEntry['kind'], (caller: Caller, entry: FixtureEntry) => ReturnType<typeof post>> = {
  message: (caller, { text }) => post(caller, '/messages', { content: text }),
  note: (caller, { title, text }) => post(caller, '/notes', { title, content: text }),
  file: (caller, { title, text }) => post(caller, '/files', { path: title, content: text }),
  task: (caller, { title, text, labels }) => post(caller, '/tasks', { title, description: text, labels, paths: [] }),
  ask: (caller, { title, text }) => post(caller, '/asks', { kind: 'approval', title, details: text }),
};

/** Writes entry after entry; some have the same time. */
beforeAll(async () => {
  app = await startTestApp();
  const open = () => aSession(app, { maxAgents: 4 });
  sessions = [await open(), await open(), await open()];
  hidden = await aSession(app, { maxAgents: 4, visibility: 'private' });
  const all = [...sessions, hidden];
  agentKey = await holderIn([...sessions.slice(1), hidden]);
  for (let index = 0; index < entries; index++) {
    const dice = new Dice(50_000 + index);
    dice.below(1);
    const place = dice.of(all);
    if (dice.below(3) > 0) app.clock.advance(1);
    const isCreator = dice.below(2) === 0;
    const entry = fixtureEntry(index);
    const caller = isCreator ? place.creator : place.partner;
    const { status, data } = await write[entry.kind](caller, entry);
    expect(status, JSON.stringify(entry)).toBe(201);
    const { lastSeq: seq } = (await place.creator<{ lastSeq: number }>('GET', '')).data;
    const id = data.id;
    const author = isCreator ? 'ada' : 'bob';
    written.set(id, { ...entry, sessionId: place.id, id, seq, at: app.clock.now(), author });
    if (entry.kind === 'note' && dice.below(3) === 0) await rewrite(place, id, index);
    if (dice.below(25) === 0) await remove(place, id);
  }
});
afterAll(() => app[Symbol.asyncDispose]());

const holderIn = async (seats: readonly SessionFixture[]): Promise<string> => {
  const body = { agentId: 'kay', name: 'Kay', protect: true };
  const { data } = await app.request<{ agentKey: string }>('POST', '/api/agents', { body });
  for (const { id, inviteCode } of seats) {
    const join = { token: data.agentKey, body: { agentId: 'kay', inviteCode } };
    expect((await app.request('POST', `/api/sessions/${id}/join`, join)).status).toBe(201);
  }
  return data.agentKey;
};

const rewrite = async (place: SessionFixture, id: string, index: number): Promise<void> => {
  const { text } = fixtureEntry(index + entries);
  app.clock.advance(1);
  await place.partner('PUT', `/notes/${id}`, { body: { expectedVersion: 1, content: text } });
  const { lastSeq: seq } = (await place.creator<{ lastSeq: number }>('GET', '')).data;
  const before = written.get(id);
  if (before) written.set(id, { ...before, text, seq, at: app.clock.now(), author: 'bob' });
};

const remove = async (place: SessionFixture, id: string): Promise<void> => {
  if (written.get(id)?.kind !== 'note') return;
  await place.creator('DELETE', `/notes/${id}`);
  written.delete(id);
};

/** All pages of a search, in the order of their hits. */
const find = async (path: string, query: Record<string, string>, token?: string): Promise<string[]> => {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const given = new URLSearchParams({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    const { status, data } = await app.request<Page>('GET', `${path}?${given.toString()}`, { token });
    expect(status, `${path} ${JSON.stringify(query)}`).toBe(200);
    expect(data.partial).toBe(false);
    found.push(...data.items.map(({ id }) => id));
    cursor = data.nextCursor;
  }
  return found;
};

/** The words of an entry, made once. */
const readings = new WeakMap<Written, { title: string[][]; all: string[][] }>();
const read = (entry: Written): { title: string[][]; all: string[][] } => {
  const known = readings.get(entry);
  if (known) return known;
  const title = entry.title === null ? [] : sequencesOf(entry.title);
  const reading = { title, all: [...title, ...[...entry.labels, entry.text].flatMap(sequencesOf)] };
  readings.set(entry, reading);
  return reading;
};

/** Compares word by word, at every place of every part. */
const stands = ({ text, how }: FixtureTerm, parts: readonly string[][]): boolean =>
  [wordsOf(text), wordsOf(splitCase(text))].some((wanted) => {
    const isOpen = how === 'prefix' && !isUnspaced(wanted.at(-1) ?? '');
    return parts.some((words) =>
      words.some((_, from) =>
        wanted.every((word, at) => {
          const there = words[from + at];
          return isOpen && at === wanted.length - 1 ? there?.startsWith(word) : there === word;
        }),
      ),
    );
  });

/** The same search by looking at each document. */
const lookedFor = (terms: readonly FixtureTerm[], fits: (entry: Written) => boolean): string[] => {
  const isTitled = (entry: Written): boolean => terms.some((term) => !term.negative && stands(term, read(entry).title));
  return [...written.values()]
    .filter(fits)
    .filter((entry) => terms.every((term) => stands(term, read(entry).all) !== term.negative))
    .sort(
      (one, other) =>
        Number(isTitled(other)) - Number(isTitled(one)) ||
        placeOf(other.at, other.seq, other.sessionId) - placeOf(one.at, one.seq, one.sessionId),
    )
    .map(({ id }) => id);
};

const hasWords = ({ text }: FixtureTerm): boolean => wordsOf(text).length > 0;

test('[SRCH-6] queries over documents in thirteen scripts and in programs find what looking at each document finds', async () => {
  let hits = 0;
  let asked = 0;
  for (let index = 0; asked < queries; index++) {
    const terms = fixtureQuery(index).filter(hasWords);
    if (!terms.some(({ negative }) => !negative)) continue;
    asked++;
    const dice = new Dice(90_000 + index);
    dice.below(1);
    const q = writtenQuery(terms);
    const isPublic = ({ sessionId }: Written): boolean => sessionId !== hidden.id;
    const limit = String(5 + dice.below(40));
    const everywhere = await find('/api/search', { q, limit });
    expect(everywhere, q).toEqual(lookedFor(terms, isPublic));
    hits += everywhere.length;
    const isOwn = ({ sessionId }: Written): boolean => sessionId !== sessions[0]?.id;
    expect(await find('/api/me/search', { q, limit }, agentKey), `own ${q}`).toEqual(lookedFor(terms, isOwn));
    const place = dice.of([...sessions, hidden]);
    const filters = dice.of([
      {},
      { kind: 'note' },
      { author: 'bob' },
      { since: new Date(app.clock.now() - 150).toISOString() },
      { kind: 'message', before: new Date(app.clock.now() - 100).toISOString() },
    ] as { kind?: string; author?: string; since?: string; before?: string }[]);
    const within = await find(`/api/sessions/${place.id}/search`, { q, limit, ...filters }, place.tokens.creator);
    const fits = (entry: Written): boolean =>
      entry.sessionId === place.id &&
      (filters.kind === undefined || entry.kind === filters.kind) &&
      (filters.author === undefined || entry.author === filters.author) &&
      (filters.since === undefined || entry.at >= Date.parse(filters.since)) &&
      (filters.before === undefined || entry.at < Date.parse(filters.before));
    expect(within, `${q} in ${place.id} ${JSON.stringify(filters)}`).toEqual(lookedFor(terms, fits));
    hits += within.length;
  }
  expect(hits).toBeGreaterThan(2 * queries);
});
