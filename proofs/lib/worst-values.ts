import type { Endpoint } from '@pairspace/protocol';

type Schema = Endpoint['result'];

/** Characters that are expensive somewhere: in bytes, in escapes of JSON or HTML, in patterns. */
const alphabets = ['a', '\u007f', '漢', '"', '$', '&', 'a b'] as const;

/** A field cannot be longer than a body. */
const mostCharacters = 1_500_000;
const mostItems = 400_000;
export const deepest = 60;

interface Walked {
  type: string;
  innerType?: Schema;
  in?: Schema;
  element?: Schema;
  valueType?: Schema;
}

const definitionOf = (schema: Schema): Walked => schema.def;

/** The schema without wrappers that make it optional or nullable, or transform it. */
export const bare = (schema: Schema): Schema => {
  const { type, innerType, in: input } = definitionOf(schema);
  if (innerType && ['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch'].includes(type)) {
    return bare(innerType);
  }
  return type === 'pipe' && input && definitionOf(input).type !== 'transform' ? bare(input) : schema;
};

/** The greatest count that is accepted; 0 if none is. */
const greatest = (isAccepted: (count: number) => boolean, most: number): number => {
  if (isAccepted(most)) return most;
  let [low, high] = [0, most];
  for (let probe = 1; probe < most && isAccepted(probe); probe *= 4) low = probe;
  high = Math.min(most, Math.max(4, low * 4));
  while (high - low > Math.max(1, low / 1000)) {
    const middle = Math.floor((low + high) / 2);
    if (isAccepted(middle)) low = middle;
    else high = middle;
  }
  return low;
};

const textOf = (alphabet: string, length: number): string =>
  alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);

const longest = (schema: Schema, alphabet: string, limit: number): number =>
  greatest((count) => schema.safeParse(textOf(alphabet, count)).success, Math.min(limit, mostCharacters));

const largestTexts = (schema: Schema, limit: number): string[] =>
  alphabets.flatMap((alphabet) => {
    const length = longest(schema, alphabet, limit);
    return length === 0 ? [] : [textOf(alphabet, length)];
  });

/** The length of the longest text of a field; 0 if it takes no text. */
export const longestText = (field: Schema, limit: number): number => {
  const schema = bare(field);
  return definitionOf(schema).type === 'string' ? longest(schema, 'a', Math.floor(limit)) : 0;
};

/** An object whose number of keys gives its JSON about this size. */
export const keysOf = (bytes: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / 10) }, (_, index) => [`k${index.toString(36)}`, 1]));

/** Nested objects, as deep as bodies may be. */
export const nestedObject = (depth: number): unknown => (depth === 0 ? 1 : { a: nestedObject(depth - 1) });

/** Values that are expensive to parse, each of about this size as JSON. */
const anything = (bytes: number): unknown[] => [
  keysOf(bytes),
  Array.from({ length: Math.floor(bytes / 2) }, () => 1),
  Array.from({ length: Math.floor(bytes / (6 * deepest)) }, () => nestedObject(deepest - 2)),
  '\u007f'.repeat(Math.floor(bytes / 6)),
];

const largestArrays = (schema: Schema, sample: unknown): unknown[] => {
  const [first] = Array.isArray(sample) ? (sample as unknown[]) : [];
  const { element } = definitionOf(schema);
  const items: unknown[] = [first];
  if (element) items.push(...largestTexts(bare(element), 4096).slice(0, 2));
  return items
    .filter((item) => item !== undefined)
    .flatMap((item) => {
      const length = greatest((count) => schema.safeParse(numbered(item, count)).success, mostItems);
      return length === 0 ? [] : [numbered(item, length)];
    });
};

/** A number of items like a valid one, each different if possible. */
const numbered = (item: unknown, count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => {
    if (typeof item === 'object' && item !== null && 'path' in item) return { ...item, path: `f${String(index)}.txt` };
    return item;
  });

const largestRecords = (schema: Schema): unknown[] => {
  const count = greatest((keys) => schema.safeParse(keysOf(keys * 10)).success, mostItems);
  return count === 0 ? [] : [keysOf(count * 10)];
};

/** The largest values of a field, in every respect in which a value can be large; none for values of fixed size. */
export const largestValues = (field: Schema, sample: unknown, limitBytes: number): unknown[] => {
  const schema = bare(field);
  const { type } = definitionOf(schema);
  if (type === 'string') return largestTexts(schema, limitBytes);
  if (type === 'array') return largestArrays(schema, sample);
  if (type === 'record') return largestRecords(schema);
  const room = limitBytes - 20_000;
  if (type === 'unknown' || type === 'any') {
    const fitting = [room, 250_000, 15_000].find((bytes) => schema.safeParse(keysOf(bytes)).success);
    return fitting === undefined ? [] : anything(fitting);
  }
  return [];
};

/** Values of a field that are refused, each of about this size as JSON. */
export const largestWrongValues = (field: Schema, bytes: number): unknown[] => {
  const { type } = definitionOf(bare(field));
  if (type === 'array') return [Array.from({ length: Math.floor(bytes / 3) }, () => ''), keysOf(bytes)];
  if (type === 'record' || type === 'object') {
    return [Object.fromEntries(Array.from({ length: Math.floor(bytes / 12) }, (_, index) => [`-${String(index)}`, 1]))];
  }
  if (type === 'string') return ['\u0001'.repeat(Math.floor(bytes / 6)), 'a'.repeat(bytes)];
  return ['a'.repeat(bytes)];
};
