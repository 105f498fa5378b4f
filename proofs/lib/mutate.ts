import type { CallInput } from 'pairspace-conformance';
import type { Random } from './random.ts';

const strangeTexts = [
  '',
  ' ',
  'null',
  '\0',
  '../../etc/passwd',
  '%00',
  "' or 1=1 --",
  '<script>',
  '\u202e',
  '__proto__',
].concat(['a'.repeat(5000), '漢'.repeat(700), '🙂', '-1', '0', '1e309', '9007199254740993', 'true']);
const strangeValues: unknown[] = [
  ...strangeTexts,
  ...['\ud800', null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], [[null]], {}, { a: { b: { c: [] } } }, { then: 1 }],
  Array.from({ length: 300 }, (_, index) => index),
];
const strangeHeaders = ['if-match: "99999999999999999999"', 'if-none-match: *', 'accept: application/zip, */*;q=x']
  .concat(['content-type: text/plain', 'content-encoding: gzip', 'last-event-id: -5', 'range: bytes=0-'])
  .concat([`idempotency-key: ${'x'.repeat(256)}`, `x-agent-key: ${'y'.repeat(300)}`, 'x-forwarded-for: 1.2.3.4, ::1'])
  .map((line) => line.split(': ') as [string, string]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces, removes or adds a value at one place. */
const mutateValue = (value: unknown, random: Random): unknown => {
  if (!isObject(value) || random.chance(0.15)) return random.pick(strangeValues);
  const fields = Object.keys(value);
  if (fields.length === 0 || random.chance(0.1))
    return { ...value, [random.pick(strangeTexts)]: random.pick(strangeValues) };
  const field = random.pick(fields);
  if (random.chance(0.2)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));
  return { ...value, [field]: mutateValue(value[field], random) };
};

/** Cuts characters out of a text, and puts others in. */
const mutateText = (text: string, random: Random): string => {
  const place = random.below(text.length + 1);
  const inserted = random.pick(['', '"', '{', '}', '[', ',', '\\', '\u0000', '\\ud800', '1', ' ']);
  return text.slice(0, place) + inserted + text.slice(place + random.below(3));
};

/** A call with one to three mutations. */
export const mutate = (given: CallInput, random: Random): CallInput => {
  const mutated = { ...given };
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const text = random.pick(strangeTexts).slice(0, 2000);
    const kind = random.below(10);
    if (kind < 5) mutated.body = mutateValue(mutated.body ?? {}, random);
    else if (kind === 5) mutated.bytes = mutateText(JSON.stringify(mutated.body ?? {}), random);
    else if (kind < 8) {
      const fields = [...Object.keys(mutated.query ?? {}), 'limit', 'cursor', 'since', 'q'];
      mutated.query = { ...mutated.query, [random.pick(fields)]: text };
    } else if (kind === 8 && Object.keys(mutated.params ?? {}).length > 0) {
      mutated.params = { ...mutated.params, [random.pick(Object.keys(mutated.params ?? {}))]: text || 'x' };
    } else {
      const [name, value] = random.pick(strangeHeaders);
      mutated.headers = { ...mutated.headers, [name]: value };
    }
  }
  return mutated;
};
