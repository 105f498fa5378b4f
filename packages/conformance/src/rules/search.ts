import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { SearchHit } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { keyRule } from '../key-holder.ts';
import { eventually, lastSeq, pagesOf, rule, sessionRule } from '../kit.ts';

type Query = Record<string, string | number>;

const search = (caller: Caller, query: Query) => caller.ok('searchSession', { query });

const titleOf = ({ title, snippet }: SearchHit) => title ?? snippet.text;

const found = async (caller: Caller, q: string, query: Query = {}): Promise<string[]> =>
  (await search(caller, { q, ...query })).items.map(titleOf);

/** The sessions of what is found, newest first. */
const sessionsWith = async (name: 'search' | 'searchMySessions', caller: Caller, q: string): Promise<string[]> =>
  (await caller.ok(name, { query: { q } })).items.map(({ sessionId }) => sessionId);

const foundAmongPublic = (caller: Caller, q: string) => sessionsWith('search', caller, q);

/** Waits until the words are found in so many public sessions: the index is a moment behind the log. */
const untilFound = (caller: Caller, q: string, sessions: number) =>
  eventually(
    () => foundAmongPublic(caller, q),
    (found) => found.length === sessions,
  );

const say = (caller: Caller, content: string) => caller.ok('postMessage', { body: { content } });
const writeNote = (caller: Caller, title: string, content = '') =>
  caller.ok('createNote', { body: { title, content } });
const writeFile = (caller: Caller, path: string, content: string) =>
  caller.ok('writeFile', { body: { path, content } });

/** Texts in twelve scripts, each with terms that find it alone. */
const texts: readonly (readonly [text: string, ...terms: string[]])[] = [
  ['The naïve café of Łódź opens', 'NAIVE', 'cafe', 'lodz', '"cafe of lodz"', 'caf*', 'open*'],
  ['Die Straße führt nach Köln', 'STRASSE', 'koln', '"nach köln"', 'führ*'],
  ['Ο δρόμος της Αθήνας', 'ΔΡΟΜΟΣ', 'αθηνασ', 'δρομο*'],
  ['Русский Ёжик в тумане', 'русскии', 'ежик', '"В ТУМАНЕ"', 'туман*'],
  ['שָׁלוֹם לכל העולם', 'שלום', '"לכל העולם"', 'העו*'],
  ['السَّلَامُ على العالم', 'السلام', 'العالم', 'العا*'],
  ['हिन्दी भाषा सुंदर', 'हिन्दी', 'भाषा', '"भाषा सुंदर"'],
  ['বাংলা ভাষা', 'বাংলা', 'ভাষা'],
  ['สวัสดีชาวโลก', 'สวัสดี', 'โลก', '"ชาวโลก"'],
  ['東京都庁に行きました', '東京', '都庁', '京都庁', '"行きました"', '東'],
  ['안녕하세요 세계', '안녕하세요', '세계', '안녕*'],
  ['コンピューターの時代', 'コンピューター', '時代', 'ピュー'],
  ['Բարեւ աշխարհ', 'ԲԱՐԵՒ', 'աշխ*'],
];

sessionRule('SRCH-1', 'a hit tells its place and author', async ({ creator, stranger, id: sessionId, session }) => {
  const note = await writeNote(creator, 'Plan of leap seconds', 'They are out of scope.');
  const { items, ...rest } = await search(stranger, { q: 'scope' });
  deepEqual(rest, { nextCursor: null, indexedSeq: await lastSeq(creator), partial: false });
  deepEqual(items, [
    {
      sessionId,
      sessionName: session.name,
      kind: 'note',
      id: note.id,
      seq: await lastSeq(creator),
      title: 'Plan of leap seconds',
      snippet: { text: 'They are out of scope.', marks: [[16, 21]] },
      author: { kind: 'agent', id: 'ada', name: 'Ada' },
      at: note.updatedAt,
    },
  ]);
});

rule('SRCH-1', 'a search over public sessions finds those of each', async ({ aSession, nobody }) => {
  const word = `zebra${Math.random().toString(36).slice(2)}`;
  const [one, other, hidden] = [await aSession(), await aSession(), await aSession({ visibility: 'private' })];
  for (const { creator } of [one, other, hidden]) await say(creator, `The ${word} runs`);
  deepEqual(await untilFound(nobody, word, 2), [other.id, one.id]);
  equal((await nobody.ok('search', { query: { q: word } })).indexedSeq, null);
});

sessionRule('SRCH-2', 'all terms are needed, and none after a hyphen may be there', async ({ creator }) => {
  for (const text of ['red apple pie', 'red apple', 'green apple pie', 'pie of apple, red']) await say(creator, text);
  deepEqual(await found(creator, 'red apple'), ['pie of apple, red', 'red apple', 'red apple pie']);
  deepEqual(await found(creator, '"red apple"'), ['red apple', 'red apple pie']);
  deepEqual(await found(creator, 'apple -red'), ['green apple pie']);
  deepEqual(await found(creator, 'apple -"apple pie"'), ['pie of apple, red', 'red apple']);
  deepEqual(await found(creator, 'gre*'), ['green apple pie']);
  deepEqual(await found(creator, 'pie -gre* -"pie of"'), ['red apple pie']);
  deepEqual(await found(creator, '“red apple” pie'), ['red apple pie']);
  deepEqual(await found(creator, 'apple-pie'), ['green apple pie', 'red apple pie']);
});

sessionRule('SRCH-2', 'a query that says nothing is 400, and the answer says why', async ({ creator, nobody }) => {
  const wrong: [q: string, why: RegExp][] = [
    ['', /q/],
    ['x'.repeat(201), /200/],
    ['-red', /without -/],
    ['-red -"green apple"', /without -/],
    ['*', /letter or a digit/],
    ['🎉', /letter or a digit/],
    ['""', /letter or a digit/],
    ['\u0301', /letter or a digit/],
  ];
  for (const [q, why] of wrong) {
    const { message } = await creator.refused('VALIDATION_ERROR', 'searchSession', { query: { q } });
    match(message, why, q);
    await nobody.refused('VALIDATION_ERROR', 'search', { query: { q } });
  }
});

sessionRule('SRCH-2', 'what has no word is left out of a query, and the answer says so', async ({ creator }) => {
  const json = '{"error": "not found"}';
  for (const text of ['login or logout', json]) await say(creator, text);
  for (const [q, text] of [
    ['login / logout 🎉', 'login or logout'],
    [json, json],
  ] as const) {
    const { items, warnings = [] } = await creator.ok('searchSession', { query: { q } });
    deepEqual(items.map(titleOf), [text], q);
    match(warnings[0] ?? '', /left out/);
  }
  deepEqual(await found(creator, '"not found'), [json]);
});

sessionRule('SRCH-3', 'parts of names, days, Korean nouns and C++ are found', async ({ creator }) => {
  const said: [text: string, ...terms: string[]][] = [
    ['uses isolatedDeclarations here', 'declarations', 'isolated declarations', 'ISOLATEDdeclarations', 'isol*'],
    ['getUserById broke', 'userById', 'getuserbyid', '"user by id"', 'GETUSERBYID'],
    ['at 2026-11-29T18:00:00Z it broke', '2026-11-29', '18:00', '2026-11*'],
    ['서버를 재시작했습니다', '서버', '재시작'],
    ['written in C++ alone', 'C++', '"in c++"'],
    ['written in C alone', '"c alone"'],
  ];
  for (const [text] of said) await say(creator, text);
  for (const [text, ...terms] of said) for (const term of terms) deepEqual(await found(creator, term), [text], term);
});

sessionRule('SRCH-2', 'hostile queries answer at once', async ({ creator, nobody }) => {
  await say(creator, 'nothing of it');
  const pieces = [...Array.from('"-*\'\\\u202E\u0301🎉():|&!%\u200D'), 'AND', 'OR', 'NOT', 'NEAR(', 'a*'];
  for (let round = 0; round < 60; round++) {
    const q = Array.from({ length: 200 }, (_, at) => pieces[(at * 7 + round * 13 + at * at * round) % pieces.length])
      .join('')
      .slice(0, 199)
      .toWellFormed();
    const { status } = await (round % 2
      ? nobody.call('search', { query: { q } })
      : creator.call('searchSession', { query: { q } }));
    ok(status === 200 || status === 400, `${String(status)} for ${q}`);
  }
  equal((await creator.ok('searchSession', { query: { q: 'a* b* c* d* e* f* g* h*' } })).partial, false);
});

sessionRule('SRCH-3', 'words of twelve scripts are found, without case and diacritics', async ({ creator }) => {
  for (const [text] of texts) await say(creator, text);
  for (const [text, ...terms] of texts) for (const term of terms) deepEqual(await found(creator, term), [text], term);
});

sessionRule('SRCH-4', 'titles, paths, labels and their parts are found', async ({ creator }) => {
  const note = await writeNote(creator, 'parseHTTPDate', 'first draft');
  await writeFile(creator, 'src/lib/date_parser.test.ts', 'expect nothing');
  await creator.ok('createTask', {
    body: { title: 'Split', description: 'into modules', labels: ['goodFirst-issue'], paths: ['docs/api/**'] },
  });
  for (const term of ['parsehttpdate', 'http', 'date -src', '"parse http"'])
    deepEqual(await found(creator, term), ['parseHTTPDate'], term);
  for (const term of ['lib', 'parser', 'date_parser', '"src/lib"', 'test.ts', 'dat* parser'])
    deepEqual(await found(creator, term), ['src/lib/date_parser.test.ts'], term);
  for (const term of ['modules', 'good', 'issue', 'api', 'split'])
    deepEqual(await found(creator, term), ['Split'], term);
  await creator.ok('createAsk', { body: { kind: 'approval', title: 'May I push?', details: 'upstream of it' } });
  for (const term of ['upstream', 'push']) deepEqual(await found(creator, term), ['May I push?'], term);
  await creator.ok('updateNote', {
    params: { noteId: note.id },
    body: { expectedVersion: 1, content: 'second text' },
  });
  deepEqual(await found(creator, 'draft'), []);
  deepEqual(await found(creator, 'second'), ['parseHTTPDate']);
  const base64 = Buffer.from([0, 255, 1]).toString('base64');
  await creator.ok('writeFile', { body: { path: 'logo-small.png', content: base64, encoding: 'base64' } });
  deepEqual(await found(creator, 'logo'), ['logo-small.png']);
});

sessionRule('SRCH-5', 'kind, author and times keep the entries that fit', async ({ creator, partner, observer }) => {
  await writeNote(creator, 'Apples', 'of Ada');
  const said = await say(partner, 'apples of Bob');
  const human = await observer.ok('postHumanMessage', { body: { content: 'apples of a person', name: 'Pia' } });
  deepEqual(await found(creator, 'apples', { kind: 'note' }), ['Apples']);
  deepEqual(await found(creator, 'apples', { author: 'bob' }), ['apples of Bob']);
  deepEqual(await found(creator, 'apples', { author: 'Bob' }), []);
  const { items } = await search(creator, { q: 'person' });
  equal(items[0]?.id, human.id);
  deepEqual(await found(creator, 'apples', { author: items[0].author.id }), ['apples of a person']);
  deepEqual(await found(creator, 'apples', { before: '2020-01-01T00:00:00.000Z' }), []);
  equal((await found(creator, 'apples', { since: '2020-01-01T00:00:00.000Z' })).length, 3);
  ok((await found(creator, 'apples', { since: said.createdAt })).includes('apples of Bob'));
  ok(!(await found(creator, 'apples', { before: said.createdAt })).includes('apples of Bob'));
});

sessionRule('SRCH-6', 'hits in titles come first, then the newest, page by page', async ({ creator }) => {
  await writeNote(creator, 'Moon one', 'text');
  for (const text of ['moon a', 'moon b', 'moon c']) await say(creator, text);
  await writeNote(creator, 'Two', 'under the moon');
  await writeFile(creator, 'moon/three.md', 'text');
  await say(creator, 'moon d');
  const all = ['moon/three.md', 'Moon one', 'moon d', 'Two', 'moon c', 'moon b', 'moon a'];
  deepEqual(await found(creator, 'moon'), all);
  for (const limit of [1, 2, 3]) {
    const pages = await pagesOf((at) => search(creator, { q: 'moon', limit, ...at }));
    ok(pages.every((page) => page.length <= limit));
    deepEqual(pages.flat().map(titleOf), all);
  }
});

sessionRule('SRCH-7', 'a snippet has the first match, and marks it', async ({ creator }) => {
  const filler = 'Some 🎉 words that do not matter. '.repeat(400);
  await writeNote(creator, 'Long', `${filler}The needle, and a néedle in the hay.`);
  const { items } = await search(creator, { q: 'NEEDLE "the hay"' });
  const { text, marks } = items[0]?.snippet ?? { text: '', marks: [] };
  const told = marks.map(([from, to]) => text.slice(from, to));
  deepEqual(told, ['needle', 'néedle', 'the hay']);
  ok(text.length <= 240 && text.isWellFormed());
});

sessionRule('SRCH-8', 'a search finds what was written right before it', async ({ creator, stranger }) => {
  for (let n = 0; n < 10; n++) {
    await say(creator, `number n${String(n)}`);
    deepEqual(await found(stranger, `n${String(n)}`), [`number n${String(n)}`]);
  }
  const { indexedSeq } = await search(stranger, { q: 'number' });
  equal(indexedSeq, await lastSeq(creator));
});

sessionRule('SRCH-9', 'what was deleted is not found', async ({ creator, id, nobody }) => {
  const word = `okapi${Math.random().toString(36).slice(2)}`;
  const note = await writeNote(creator, 'Note', word);
  await writeFile(creator, `${word}.md`, word);
  equal((await found(creator, word)).length, 2);
  await creator.ok('deleteNote', { params: { noteId: note.id } });
  await creator.ok('deleteFile', { params: { path: `${word}.md` } });
  deepEqual(await found(creator, word), []);
  await say(creator, word);
  equal((await untilFound(nobody, word, 1)).length, 1);
  await creator.ok('deleteSession');
  deepEqual(await foundAmongPublic(nobody, word), []);
  await nobody.in(id).refused('NOT_FOUND', 'searchSession', { query: { q: word } });
});

rule('SRCH-10', 'a private session is found by its members alone', async ({ aSession, nobody }) => {
  const word = `tapir${Math.random().toString(36).slice(2)}`;
  const { creator, partner, observer, walkIn, stranger } = await aSession();
  await say(creator, `the ${word}`);
  equal((await untilFound(nobody, word, 1)).length, 1);
  await creator.ok('setVisibility', { body: { visibility: 'private' } });
  deepEqual((await nobody.ok('search', { query: { q: word } })).items, [], 'at once');
  deepEqual((await partner.ok('search', { query: { q: word } })).items, [], 'nor by a member, among public sessions');
  for (const caller of [creator, partner, observer]) equal((await found(caller, word)).length, 1);
  for (const caller of [walkIn, stranger])
    await caller.refused('UNAUTHORIZED', 'searchSession', { query: { q: word } });
  await creator.ok('setVisibility', { body: { visibility: 'public' } });
  equal((await untilFound(nobody, word, 1)).length, 1);
});

keyRule('SRCH-10', 'an agent key searches the sessions of its seats', async ({ me, agentId, joined, aSession }) => {
  const word = `gnu${Math.random().toString(36).slice(2)}`;
  const [hidden, other] = [await joined({ visibility: 'private' }), await aSession()];
  for (const { creator } of [hidden, other]) await say(creator, `the ${word}`);
  deepEqual(await sessionsWith('searchMySessions', me, word), [hidden.id]);
  await hidden.creator.ok('removeAgent', { params: { agentId } });
  deepEqual((await me.ok('searchMySessions', { query: { q: word } })).items, []);
  await other.creator.refused('FORBIDDEN', 'searchMySessions', { query: { q: word } });
});
