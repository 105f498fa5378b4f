import type { Json } from './shape.ts';

/** Values that parsers read differently, or that a database cannot keep. */
const suspicious = /\\u(?:d[89ab]|dc|dd|de|df|0000)|__proto__|constructor/i;

/**
 * Whether `value` contains NUL, half of a surrogate pair, or a name that is not allowed. `text` is its JSON, in which a
 * quick search excludes most values.
 */
export const holdsDangerousText = (text: string, value: unknown): boolean => suspicious.test(text) && !isPlain(value);

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value) && !value.includes('\0');
  if (Array.isArray(value)) return value.every((item) => isPlain(item));
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value as Json).every(
    ([name, inner]) =>
      name !== '__proto__' &&
      !(name === 'constructor' && typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'prototype')) &&
      isPlain(name) &&
      isPlain(inner),
  );
};
