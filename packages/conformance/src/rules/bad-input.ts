import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Endpoint, EndpointName } from '@pairspace/protocol';
import { type BodyShape, partsOf, shapeOf } from '../body-shape.ts';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';
import { actsSince, type FullSessionFixture, fullSessionRule, lastSeq, sessionRule, together } from '../kit.ts';

type Path = readonly (string | number)[];

/** A value of every JSON type, and unusual numbers. */
const strangeValues: unknown[] = [null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', '1', 'true', 'text', [], ['text'], {}];

/** Texts that some fields take and others do not: words, names, paths, addresses, Base64. */
const strangeTexts = ['a b', ' a', 'a ', '-a', '_a', 'A', '1a', 'ä', '🎉', 'a\n', '\u0085', '0x1', '\u202e', 'a, b']
  .concat(['/', '/a', 'a/', 'a//b', '.', '..', 'a/../b', '../../etc/passwd', 'a\\b', 'a/b', '/b', 'text/', 'a/b; c=d'])
  .concat(['ftp://example.com/', 'https://me:word@example.com/', 'http:// /', 'example.com', 'QQ', 'Q Q=', 'system'])
  .concat(['//', './a', 'a/.', 'a/./b', 'a/..', '..\\..\\etc', '\\', 'C:\\x', 'a\tb', '\u007f', 'a\u001bb', '@a', '.a'])
  .concat(['offline', 'waiting', 'lease', 'removed', ...[65, 101, 129, 201, 501].map((length) => 'x'.repeat(length))]);

/** The greatest bound of a value that a body can pass. */
const bodyBytes = 2 ** 20;

/** Values on both sides of every bound of a shape. */
const edgesOf = (shape: BodyShape, sample: unknown): unknown[] => {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, 'x-maxBytes': maxBytes } = shape;
  const around = (...bounds: (number | undefined)[]): number[] =>
    bounds.flatMap((bound = -1) => (bound < 0 || bound > 2 ** 32 ? [] : [Math.max(bound - 1, 0), bound, bound + 1]));
  const lengths = maxBytes === undefined || maxBytes > bodyBytes ? [] : around(maxBytes);
  const texts = [
    ...around(minLength, maxLength).flatMap((length) => ['x'.repeat(length), '🎉'.repeat(length)]),
    ...lengths.flatMap((bytes) => ['x'.repeat(bytes), '漢'.repeat(bytes / 3) + 'x'.repeat(bytes % 3)]),
  ];
  if (typeof sample === 'string') return texts;
  if (Array.isArray(sample)) return around(minItems, maxItems).map((length) => Array<unknown>(length).fill(sample[0]));
  return isObject(sample) ? texts.map((text) => ({ a: text.slice('{"a":""}'.length) })) : around(minimum, maximum);
};

/** Values of a query or a path that some parameters take and others do not. */
const strangeQueries = ['', 'abc', '-1', '0', '1.5', '1.0', ' 1', '1 ', '１', '٣', '1e0', '1e3', '0x10', '1s', 'null']
  .concat(['[]', ',', '51', '201', '499', '3600', '50001', '9'.repeat(30), 'Infinity', 'No Type', 'yesterday'])
  .concat(['2026-13-01', 'x'.repeat(201), `${'x,'.repeat(21)}x`]);

/** Texts that are not well-formed Unicode, or hold NUL. */
const illFormed = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all values in a body, with those in the first item of a list. */
const placesIn = (value: unknown, path: Path = []): Path[] => [
  ...(path.length > 0 ? [path] : []),
  ...(isObject(value) ? Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key])) : []),
  ...(Array.isArray(value) && value.length > 0 ? placesIn(value[0], [...path, 0]) : []),
];

const replaced = (value: unknown, [key, ...rest]: Path, next: unknown): unknown => {
  if (key === undefined) return next;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, next));
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, next) };
};

const without = (body: object, field: string): object =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);

/** The shapes that a value at a place may have. */
const shapesAt = (shape: BodyShape, path: Path): BodyShape[] =>
  path.reduce(
    (parts, key) =>
      parts.flatMap(({ items, properties }) => (key === 0 ? items : properties?.[key]) ?? []).flatMap(partsOf),
    partsOf(shape),
  );

/** The sample of a body with one value replaced, for every place and every value that may be wrong there. */
const variantsOf = (schema: NonNullable<Endpoint['body']>, body: unknown) =>
  placesIn(body).flatMap((path) => {
    const sample = valueAt(body, path);
    const shapes = shapesAt(shapeOf(schema), path);
    const edges = shapes.flatMap((shape) => edgesOf(shape, sample));
    const words = shapes.flatMap((shape) => shape.enum ?? []).map((word) => `${String(word)} `);
    const strange = [...strangeValues, ...(typeof sample === 'string' ? [...strangeTexts, ...words] : [])];
    return [...edges, ...strange].map((value, index) => {
      const variant = replaced(body, path, value);
      const place = path.join('.');
      return { place, isEdge: index < edges.length, body: variant, error: schema.safeParse(variant).error };
    });
  });

/** An import says in its own way what is wrong (IMP-2). */
const bodied = endpointEntries.filter(([, { body, streamsBody }]) => body && !streamsBody);

interface Sent {
  body?: unknown;
  bytes?: string | Uint8Array;
  /** Why the schema does not take the body. */
  error?: ReturnType<NonNullable<Endpoint['body']>['safeParse']>['error'];
}

/** Sends bad values to one endpoint: each must be refused, and together they must change nothing. */
const assertRefused = async (fixture: FullSessionFixture, name: EndpointName, bodies: Sent[]): Promise<void> => {
  const before = await lastSeq(fixture.creator);
  const { params = {} } = sampleOf(name, fixture);
  for (const { error, body, bytes } of bodies) {
    const limitOf = (issue: NonNullable<typeof error>['issues'][number]): unknown =>
      issue.code === 'custom' ? issue.params?.['limitBytes'] : undefined;
    const limitBytes = error?.issues.map(limitOf).find((limit) => limit !== undefined);
    const code = limitBytes === undefined ? 'VALIDATION_ERROR' : 'PAYLOAD_TOO_LARGE';
    const sent = bytes === undefined ? { body } : { bytes };
    const { details } = await actorOf(name, fixture).refused(code, name, { params, ...sent });
    equal(details['limitBytes'], limitBytes, `${name}: details.limitBytes`);
    const field = String(error?.issues[0]?.path[0] ?? '');
    const paths = ((details['issues'] ?? [{ path: field }]) as { path: string }[]).map(({ path }) => path);
    ok(
      paths.some((path) => path.includes(field)),
      `the issues of ${name} name ${field}, not ${paths.join(', ')}`,
    );
  }
  deepEqual(await actsSince(fixture.creator, before), [], `a refused ${name} was stored`);
};

const wrongValues = ([name, { body: schema }]: [EndpointName, Endpoint]) => {
  fullSessionRule('API-12', `${name}: a value that its field does not take is 400, or 413`, async (fixture) => {
    const { body } = sampleOf(name, fixture);
    const wrong = schema ? variantsOf(schema, body).filter(({ error }) => error) : [];
    await assertRefused(fixture, name, wrong);
  });
};

/** Fields whose values the service compares with others. */
const compared =
  /\.(id|agentId|agentName|offeredTo|dependsOn|mentions|replyTo|taskId|optionId|type|version|edits|rating|score)\b|^saveProfile\.name/;

const lastValues = ([name, { body: schema }]: [EndpointName, Endpoint]) => {
  fullSessionRule('LIM-2', `${name}: the last value within each bound is taken`, async (fixture) => {
    const { params = {}, body: sample } = sampleOf(name, fixture);
    for (const { place, isEdge, error, body } of schema ? variantsOf(schema, sample) : []) {
      if (!isEdge || error || compared.test(`${name}.${place}`)) continue;
      const reply = await actorOf(name, fixture).call(name, { params, body });
      const code = reply.ok ? '' : reply.error.code;
      ok(!['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE'].includes(code), `${place} of ${name}: ${JSON.stringify(reply)}`);
    }
  });
};

const missingFields = ([name, { body: schema }]: [EndpointName, Endpoint]) => {
  fullSessionRule('API-12', `${name}: a missing field, and a body that is no object, are 400`, async (fixture) => {
    const { body = {} } = sampleOf(name, fixture);
    const lacking = Object.keys(body)
      .map((field) => ({ body: without(body, field), error: schema?.safeParse(without(body, field)).error }))
      .filter(({ error }) => error);
    const notObjects = [null, true, 1, 'text', [], [body]].map((value) => ({ body: value }));
    await assertRefused(fixture, name, [...lacking, ...notObjects]);
  });
};

const illFormedText = ([name]: [EndpointName, Endpoint]) => {
  fullSessionRule('API-13', `${name}: NUL, half a surrogate pair and other bytes are 400`, async (fixture) => {
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
  });
};

const poison = ([name]: [EndpointName, Endpoint]) => {
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
    const bodies = texts.map((bytes) => ({ bytes }));
    await assertRefused(fixture, name, bodies);
  });
};

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

for (const entry of bodied)
  for (const declare of [wrongValues, lastValues, missingFields, illFormedText, poison]) declare(entry);

fullSessionRule('API-12', 'values of queries and paths are parsed, and what cannot be is 400', async (fixture) => {
  await together(endpointEntries, async ([name, { query: schema, params: schemaOfPath }]) => {
    const sample = sampleOf(name, fixture);
    for (const field of Object.keys(schema?.shape ?? {})) {
      for (const text of strangeQueries) {
        const query = { [field]: text };
        if (schema?.safeParse(query).success) continue;
        await actorOf(name, fixture).refused('VALIDATION_ERROR', name, { ...sample, query });
      }
    }
    for (const param of Object.keys(schemaOfPath?.shape ?? {})) {
      for (const text of strangeQueries.filter((value) => value !== '')) {
        const params = { ...sample.params, [param]: text };
        if (schemaOfPath?.safeParse(params).success) continue;
        await actorOf(name, fixture).refused('VALIDATION_ERROR', name, { ...sample, params });
      }
    }
  });
});

fullSessionRule('API-12', 'a query parameter that comes twice is no fault of the service', async ({ id, send }) => {
  const twice = ['limit=1&limit=2', 'since=1&since=2', 'cursor=a&cursor=b'].concat([
    'wait=0&wait=0&since=0',
    'q=a&q=b',
    'status=a&status=b',
  ]);
  for (const query of twice) {
    for (const path of [`/api/sessions/${id}/messages`, `/api/sessions/${id}/events`, '/api/sessions']) {
      const { status } = await send({ method: 'GET', path: `${path}?${query}` });
      ok(status === 200 || status === 400, `${path}?${query} was answered ${String(status)}`);
    }
  }
});

sessionRule('API-13', 'a harmless key named constructor is no poison', async ({ creator }) => {
  const metadata = { constructor: 'Gaudí', prototype: { a: 1 }, toString: 'b', proto: '__proto__' };
  deepEqual((await creator.ok('postMessage', { body: { content: 'x', metadata } })).metadata, metadata);
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
