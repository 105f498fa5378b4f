import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Endpoint, EndpointName } from '@pairspace/protocol';
import { actsSince, type FullSessionFixture, lastSeq } from '../session-fixture.ts';
import { fullSessionRule, sessionRule } from '../rule.ts';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';
import { together } from '../together.ts';

type Path = readonly (string | number)[];
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A value of every JSON type, and unusual numbers. */
const strangeValues: Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  '1',
  'true',
  'text',
  [],
  ['text'],
  {},
  { a: 1 },
];

/** Texts that are not well-formed Unicode, or hold NUL. */
const illFormed = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all values in a body. */
const placesIn = (value: unknown, path: Path = []): Path[] => [
  ...(path.length > 0 ? [path] : []),
  ...(isObject(value) ? Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key])) : []),
];

const replaced = (value: unknown, [key, ...rest]: Path, next: unknown): unknown =>
  key === undefined
    ? next
    : { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, next) };

const without = (body: object, field: string): object =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);

/** An import says in its own way what is wrong (IMP-2). */
const bodied = endpointEntries.filter(([, { body, streamsBody }]) => body && !streamsBody);

/** Sends bad values to one endpoint: each must be refused with 400, and together they must change nothing. */
const assertRefused = async (
  fixture: FullSessionFixture,
  name: EndpointName,
  bodies: { body?: unknown; bytes?: string | Uint8Array; names?: string }[],
): Promise<void> => {
  const before = await lastSeq(fixture.creator);
  const { params } = sampleOf(name, fixture);
  for (const { names, ...sent } of bodies) {
    const error = await actorOf(name, fixture).refused('VALIDATION_ERROR', name, {
      ...(params ? { params } : {}),
      ...sent,
    });
    if (names === undefined) continue;
    const issues = error.details['issues'] as { path: string }[];
    ok(
      issues.some(({ path }) => path.includes(names)),
      `the issues of ${name} name ${names}, not ${issues.map(({ path }) => path).join(', ')}`,
    );
  }
  deepEqual(await actsSince(fixture.creator, before), [], `a refused ${name} was stored`);
};

const wrongTypes = ([name, { body: schema }]: [EndpointName, Endpoint]) =>
  fullSessionRule('API-12', `${name}: a value of the wrong type is 400 and is never coerced`, async (fixture) => {
    const { body } = sampleOf(name, fixture);
    const bodies = placesIn(body).flatMap((path) =>
      strangeValues
        .map((value) => ({ body: replaced(body, path, value), names: String(path[0]) }))
        .filter((sent) => !schema?.safeParse(sent.body).success),
    );
    await assertRefused(fixture, name, bodies);
  });

const missingFields = ([name, { body: schema }]: [EndpointName, Endpoint]) =>
  fullSessionRule('API-12', `${name}: a missing field, and a body that is no object, are 400`, async (fixture) => {
    const { body = {} } = sampleOf(name, fixture);
    const lacking = Object.keys(body)
      .map((field) => ({ body: without(body, field), names: field }))
      .filter((sent) => !schema?.safeParse(sent.body).success);
    const notObjects = [null, true, 1, 'text', [], [body]].map((value) => ({ body: value }));
    await assertRefused(fixture, name, [...lacking, ...notObjects]);
  });

const illFormedText = ([name]: [EndpointName, Endpoint]) =>
  fullSessionRule(
    'API-13',
    `${name}: NUL, half a surrogate pair and bytes that are not UTF-8 are 400`,
    async (fixture) => {
      const { body = {} } = sampleOf(name, fixture);
      const places = placesIn(body).filter((path) => typeof valueAt(body, path) === 'string');
      const escaped = places.flatMap((path) => illFormed.map((text) => ({ body: replaced(body, path, text) })));
      const elsewhere = illFormed.flatMap((text) => [
        { body: { ...body, metadata: { [text]: 1 } } },
        { body: { ...body, metadata: { list: [[text]] } } },
      ]);
      const bytes = [[0xff], [0xc0, 0xae], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x00]].map(
        (unit) => ({ bytes: Buffer.concat([Buffer.from('{"name":"'), Buffer.from(unit), Buffer.from('"}')]) }),
      );
      await assertRefused(fixture, name, [...escaped, ...elsewhere, ...bytes]);
    },
  );

const poison = ([name]: [EndpointName, Endpoint]) =>
  fullSessionRule('API-13', `${name}: keys that reach for a prototype are 400`, async (fixture) => {
    const { body = {} } = sampleOf(name, fixture);
    const fields = JSON.stringify(body).slice(1, -1);
    const poisons = [
      '"__proto__":{"isAdmin":true}',
      '"__proto__":null',
      '"\\u005f_proto__":{"isAdmin":true}',
      '"\\u005F\\u005Fproto\\u005f\\u005f":{}',
      '"constructor":{"prototype":{"isAdmin":true}}',
      '"metadata":{"__proto__":{"isAdmin":true}}',
      '"metadata":{"a":[{"constructor":{"prototype":{}}}]}',
      '"metadata":{"a":[{"\\u005f\\u005fproto__":1}]}',
    ];
    const texts = poisons.flatMap((text) => [`{${text}}`, fields === '' ? `{${text} }` : `{${fields},${text}}`]);
    await assertRefused(
      fixture,
      name,
      texts.map((bytes) => ({ bytes })),
    );
  });

const arrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const maxLevels = 64;

/** Messages with a number of levels of JSON, including the message itself. */
const deepBodies: Record<string, (levels: number) => string> = {
  'metadata in arrays': (levels) => `{"content":"x","metadata":{"a":${arrays(levels - 2)}}}`,
  'metadata in objects': (levels) => `{"content":"x","metadata":${objects(levels - 1)}}`,
  'a field that is not known': (levels) => `{"content":"x","colour":${arrays(levels - 1)}}`,
  'escaped text beside it': (levels) => `{"content":"\\u00e9","colour":${arrays(levels - 1)}}`,
};

for (const entry of bodied) wrongTypes(entry);

for (const entry of bodied) missingFields(entry);

fullSessionRule('API-12', 'values in another notation are not taken for what they look like', async (fixture) => {
  const { creator, note, file } = fixture;
  const bodies = [
    { maxAgents: '2' },
    { maxAgents: true },
    { maxAgents: 2.5 },
    { isPrivate: 'true' },
    { isPrivate: 1 },
    { name: 5 },
    { mode: ['async'] },
    { metadata: '{}' },
  ];
  for (const body of bodies) await creator.refused('VALIDATION_ERROR', 'createSession', { body });
  const params = { noteId: note.id };
  for (const expectedVersion of ['1', true, 1.5, [1], null, '0x1', -1, 0, 2 ** 53]) {
    await creator.refused('VALIDATION_ERROR', 'updateNote', { params, body: { expectedVersion, content: 'x' } });
  }
  for (const expectedVersion of ['1', true, 1.5, [1], null, -1]) {
    const body = { path: file.path, content: 'x', expectedVersion };
    await creator.refused('VALIDATION_ERROR', 'writeFile', { body });
  }
});

fullSessionRule('API-12', 'query values are parsed, and what cannot be is 400', async (fixture) => {
  const texts = ['abc', '-1', '1.5', '', ' 1', '1 ', '１', '1e3', '0x10', '9'.repeat(30), 'null', '[]'];
  await together(endpointEntries, async ([name, { query: schema }]) => {
    const sample = sampleOf(name, fixture);
    for (const field of Object.keys(schema?.shape ?? {})) {
      for (const text of texts) {
        const query = { [field]: text };
        if (schema?.safeParse(query).success) continue;
        await actorOf(name, fixture).refused('VALIDATION_ERROR', name, { ...sample, query });
      }
    }
  });
});

fullSessionRule('API-12', 'a query parameter that comes twice is no fault of the service', async ({ id, send }) => {
  const twice = [
    'limit=1&limit=2',
    'since=1&since=2',
    'cursor=a&cursor=b',
    'wait=0&wait=0&since=0',
    'q=a&q=b',
    'status=a&status=b',
  ];
  for (const query of twice) {
    for (const path of [`/api/sessions/${id}/messages`, `/api/sessions/${id}/events`, '/api/sessions']) {
      const { status } = await send({ method: 'GET', path: `${path}?${query}` });
      ok(status === 200 || status === 400, `${path}?${query} was answered ${String(status)}`);
    }
  }
});

for (const entry of bodied) illFormedText(entry);

for (const entry of bodied) poison(entry);

sessionRule('API-13', 'a harmless key named constructor is no poison', async ({ creator }) => {
  const body = {
    content: 'x',
    metadata: { constructor: 'Gaudí', prototype: { a: 1 }, toString: 'b', proto: '__proto__' },
  };
  deepEqual((await creator.ok('postMessage', { body })).metadata, body.metadata);
});

fullSessionRule('API-13', 'NUL in a path or a query is 400', async ({ id, send }) => {
  const paths = [
    '/files/a%00b',
    '/files/%00',
    '/notes/%00',
    '/events?cursor=%00',
    '/notes/a%00/history',
    '/notes?x=%00',
  ];
  for (const path of paths) {
    equal((await send({ method: 'GET', path: `/api/sessions/${id}${path}` })).status, 400, path);
  }
  equal((await send({ method: 'GET', path: '/api/sessions?q=%00' })).status, 400);
  equal((await send({ method: 'GET', path: '/api/sessions/%00' })).status, 400);
});

for (const [what, bodyOf] of Object.entries(deepBodies))
  fullSessionRule('API-13', `JSON nested deeper than ${String(maxLevels)} levels is 400: ${what}`, async (fixture) => {
    const { creator } = fixture;
    const keyed = { headers: { 'idempotency-key': 'deep' } };
    for (const levels of [maxLevels + 1, 1000, 8000, 200_000]) {
      for (const given of [{}, keyed]) {
        await creator.refused('VALIDATION_ERROR', 'postMessage', { bytes: bodyOf(levels), ...given });
      }
    }
    await creator.ok('postMessage', { bytes: bodyOf(maxLevels), ...keyed });
    await creator.ok('listMessages');
    await creator.ok('listEvents');
  });

sessionRule('API-13', 'brackets inside a string nest nothing', async ({ creator }) => {
  for (const content of ['['.repeat(1000), '{"a":'.repeat(1000), `\\"${'['.repeat(1000)}"\\`]) {
    equal((await creator.ok('postMessage', { body: { content } })).content, content);
  }
});

sessionRule('API-13', 'an unpaired surrogate does not come back from what was stored', async ({ creator }) => {
  await creator.refused('VALIDATION_ERROR', 'postMessage', { bytes: '{"content":"\\ud83d"}' });
  const { content } = await creator.ok('postMessage', { bytes: '{"content":"\\ud83d\\ude00"}' });
  equal(content, '😀');
  match(content, /^\p{Emoji}$/u);
});
