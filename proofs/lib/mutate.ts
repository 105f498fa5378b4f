import type { CallInput } from 'pairspace-conformance';
import type { Random } from './random.ts';

const strangeTexts = [
  '',
  ' ',
  'null',
  '\0',
  '\ud800',
  '../../etc/passwd',
  '%',
  '%00',
  "' or 1=1 --",
  '${7*7}',
  '<script>',
  '\u202e',
  'a'.repeat(5000),
  '漢'.repeat(700),
  '__proto__',
  'constructor',
  '🙂',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  'true',
];

const strangeValues: unknown[] = [
  ...strangeTexts,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  [[]],
  [null],
  {},
  { a: { b: { c: [] } } },
  { then: 1 },
  { toString: 1, valueOf: null, length: -1 },
  Array.from({ length: 300 }, (_, index) => index),
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces, removes or adds a value at one place. */
const mutateValue = (value: unknown, random: Random): unknown => {
  if (isObject(value) && random.chance(0.85)) {
    const fields = Object.keys(value);
    if (fields.length === 0 || random.chance(0.1))
      return { ...value, [random.pick(strangeTexts)]: random.pick(strangeValues) };
    const field = random.pick(fields);
    if (random.chance(0.2)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));
    return { ...value, [field]: mutateValue(value[field], random) };
  }
  if (Array.isArray(value) && value.length > 0 && random.chance(0.5)) {
    return (value as unknown[]).map((item) => (random.chance(0.5) ? mutateValue(item, random) : item));
  }
  if (typeof value === 'string' && random.chance(0.3)) return `${value.slice(1)}${random.pick(strangeTexts)}`;
  return random.pick(strangeValues);
};

/** Replaces, removes or repeats some characters of a text. */
const mutateText = (text: string, random: Random): string => {
  let mutated = text;
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const place = random.below(mutated.length + 1);
    const inserted = random.chance(0.5)
      ? random.pick(['"', '{', '}', '[', ',', '\\', '\u0000', '\\ud800', '1', ' '])
      : '';
    mutated = mutated.slice(0, place) + inserted + mutated.slice(place + random.below(3));
  }
  return mutated;
};

const strangeHeaders: readonly [string, string][] = [
  ['idempotency-key', 'k'],
  ['idempotency-key', 'x'.repeat(256)],
  ['if-match', '"99999999999999999999"'],
  ['if-match', 'W/"x"'],
  ['if-none-match', '*'],
  ['accept', '*/*;q=0'],
  ['accept', 'text/event-stream'],
  ['accept', 'application/zip, text/html;q=0.9, */*;q=x'],
  ['content-type', 'text/plain'],
  ['content-encoding', 'gzip'],
  ['last-event-id', '-5'],
  ['x-agent-key', 'y'.repeat(300)],
  ['x-forwarded-for', '1.2.3.4, ::1'],
  ['range', 'bytes=0-'],
  ['prefer', 'return=minimal'],
];

export interface Mutated {
  given: CallInput;
  /** The path was changed: the call may belong to another session, or to none. */
  isElsewhere: boolean;
}

/** A call with one to three mutations. */
export const mutate = (given: CallInput, random: Random): Mutated => {
  let mutated = { ...given };
  let isElsewhere = false;
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const kind = random.below(10);
    if (kind < 5) mutated = { ...mutated, body: mutateValue(mutated.body ?? {}, random) };
    else if (kind === 5) mutated = { ...mutated, bytes: mutateText(JSON.stringify(mutated.body ?? {}), random) };
    else if (kind < 8) {
      const fields = [...Object.keys(mutated.query ?? {}), 'limit', 'cursor', 'since', 'q'];
      mutated = { ...mutated, query: { ...mutated.query, [random.pick(fields)]: cleanText(random) } };
    } else if (kind === 8 && mutated.params) {
      isElsewhere = true;
      const [name = ''] = Object.keys(mutated.params);
      mutated = { ...mutated, params: { ...mutated.params, [name]: cleanText(random) || 'x' } };
    } else {
      const [name, value] = random.pick(strangeHeaders);
      mutated = { ...mutated, headers: { ...mutated.headers, [name]: value } };
    }
  }
  return { given: mutated, isElsewhere };
};

/** A client cannot encode a lone surrogate in a URL. */
const cleanText = (random: Random): string => random.pick(strangeTexts).toWellFormed().slice(0, 2000);
