import { defaultLimits, type Endpoint, type EndpointName, endpoints } from '@pairspace/protocol';
import { actorOf, type Caller, type FullSessionFixture, type CallInput, sampleOf } from 'pairspace-conformance';
import { bare, deepest, keysOf, largestValues, largestWrongValues } from './worst-values.ts';

/** A request that reaches the limits in one respect. */
export interface WorstRequest {
  /** The respect in which it reaches the limits. */
  how: string;
  caller: Caller;
  given: CallInput;
}

/** A change that makes a valid call of an endpoint as expensive as possible in one respect. */
export interface RequestChange {
  how: string;
  headers?: Record<string, string>;
  query?: Record<string, string | number>;
  /** Fields of the body. */
  body?: Record<string, unknown>;
  /** Raw bytes in place of a body. */
  bytes?: string;
}

/** The length of a text that fits into a URL besides everything else in the head of a request. */
const urlCharacters = 7000;

/** The most expensive requests to an endpoint, valid or refused, as changes of a valid call. */
export const worstChanges = (name: EndpointName, fixture: FullSessionFixture, isShort: boolean): RequestChange[] => {
  const endpoint: Endpoint = endpoints[name];
  const sample = sampleOf(name, fixture);
  const limitBytes = defaultLimits.bodyBytes;
  const ways = [
    { how: 'as usual' },
    ...(endpoint.alsoAs ?? []).map((accept) => ({ how: `as ${accept}`, headers: { accept } })),
    ...worstQueries(endpoint, sample.query ?? {}),
  ];
  if (endpoint.method === 'GET') return ways;
  const bodies = endpoint.body ? worstBodies(endpoint.body.shape, sample.body ?? {}, limitBytes, isShort) : [];
  return [...ways, ...bodies, ...worstBytes(limitBytes)];
};

/** A valid call on this fixture with the change applied. */
export const worstRequest = (
  name: EndpointName,
  fixture: FullSessionFixture,
  { how, body, ...way }: RequestChange,
): WorstRequest => {
  const sample = sampleOf(name, fixture);
  const query = { ...sample.query, ...way.query };
  const given = { ...sample, ...way, query, ...(body && { body: { ...sample.body, ...body } }) };
  return { how, caller: actorOf(name, fixture), given };
};

type Shape = NonNullable<Endpoint['body']>['shape'];

function* worstQueries({ query }: Endpoint, sample: Record<string, string | number>): Generator<RequestChange> {
  for (const [field, schema] of Object.entries(query?.shape ?? {})) {
    if (field === 'wait') continue;
    if (field === 'limit') yield { how: 'limit: 200', query: { limit: 200 } };
    for (const value of largestValues(schema as never, sample[field], urlCharacters)) {
      const text = String(value).slice(0, urlCharacters);
      if (encodeURIComponent(text).length > urlCharacters) continue;
      yield { how: `query ${field}: ${described(text)}`, query: { limit: 200, [field]: text } };
    }
  }
}

function* worstBodies(
  shape: Shape,
  sample: Record<string, unknown>,
  limitBytes: number,
  isShort: boolean,
): Generator<RequestChange> {
  const largest: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape)) {
    const values = largestValues(schema as never, sample[field], limitBytes);
    for (const value of isShort ? values.slice(0, 2) : values) {
      const body = { ...sample, [field]: value };
      const length = Buffer.byteLength(JSON.stringify(body));
      if (length <= limitBytes) yield { how: `${field}: ${described(value)}`, body: { [field]: value } };
      if (length <= limitBytes / 4) largest[field] ??= value;
    }
  }
  const all = { ...sample, ...largest };
  if (Object.keys(largest).length > 1 && Buffer.byteLength(JSON.stringify(all)) <= limitBytes) {
    yield { how: 'every field at its largest', body: largest };
  }
  yield { how: 'an unknown field with many keys', body: { unknown: keysOf(limitBytes - 20_000) } };
  for (const [field, schema] of Object.entries(shape)) {
    const values = largestWrongValues(bare(schema as never), limitBytes - 20_000);
    for (const value of isShort ? values.slice(0, 1) : values) {
      yield { how: `wrong ${field}: ${described(value)}`, body: { [field]: value } };
    }
  }
}

function* worstBytes(limitBytes: number): Generator<RequestChange> {
  const room = limitBytes - 100;
  yield { how: 'brackets without end', bytes: '['.repeat(room) };
  yield { how: 'objects without end', bytes: '{"a":'.repeat(Math.floor(room / 5)) };
  yield { how: 'a list of empty objects', bytes: `[${'{},'.repeat(Math.floor(room / 3) - 1)}{}]` };
  const nested = `${'['.repeat(deepest)}${']'.repeat(deepest)},`;
  yield { how: 'many nested lists', bytes: `{"a":[${nested.repeat(Math.floor(room / nested.length) - 1)}1]}` };
  yield { how: 'a string of escapes', bytes: `{"a":"${'\\u007f'.repeat(Math.floor(room / 6) - 2)}"}` };
  yield { how: 'a string without end', bytes: `{"a":"${'a'.repeat(room - 10)}` };
}

const described = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const kind = typeof value === 'string' ? `${String(value.length)} characters` : `${String(text.length)} bytes`;
  return `${kind} like ${JSON.stringify(text.slice(0, 12))}`;
};
