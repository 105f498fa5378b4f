import { z } from 'zod';
import type { Rate } from '../limits/rate-limit.ts';
import { parseAddressRange } from '../webhooks/address-policy.ts';
import { secretKeyBytes } from '../lib/secret-box.ts';

/** Schemas of settings as text. Each issue completes the sentence "The value must be …". */

export const text = z.string();

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** NaN when the text is no duration. */
const durationMs = (text: string): number => {
  const [, count, unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  return Number(count) * (unitMs[unit] ?? NaN);
};

export const durationOrOff = z
  .string()
  .refine((text) => text === 'off' || !Number.isNaN(durationMs(text)), 'a duration such as 300ms, 5s or 2h, or off')
  .transform((text) => (text === 'off' ? undefined : durationMs(text)));

export const rate = z
  .string()
  .regex(/^(off|[1-9]\d{0,8}\/[smh])$/, 'a rate such as 600/m, or off')
  .transform((text): Rate => {
    const [count, unit = ''] = text.split('/');
    return text === 'off' ? 'off' : { count: Number(count), windowMs: unitMs[unit] ?? NaN };
  });

export const wholeNumber = (min: number, max: number, expected?: string) => {
  const sentence = expected ?? `a whole number from ${String(min)} to ${String(max)}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, sentence)
    .transform(Number)
    .refine((value) => value >= min && value <= max, sentence);
};

export const bytesOrOff = z.union([z.literal('off'), wholeNumber(1, 2 ** 50)], {
  error: 'a whole number of bytes, or off',
});

export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}` });

export const onOrOff = oneOf('on', 'off').transform((text) => text === 'on');

/** A URL, or several URLs separated by commas. */
export const url = (expected: string, ...protocols: readonly string[]) =>
  z
    .string()
    .refine((text) => text.split(',').every((part) => protocols.includes(URL.parse(part)?.protocol ?? '')), expected);

const listOf = <T>(read: (item: string) => T | undefined, expected: string) =>
  z.string().transform((text, context): T[] => {
    const parts = text.split(',').map((part) => part.trim());
    const items = parts.filter((part) => part !== '').map(read);
    if (items.includes(undefined)) context.addIssue(expected);
    return items as T[];
  });

/** The ranges that the web framework knows by name. */
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

export const proxies = listOf(
  (item) => (namedRanges.has(item) || parseAddressRange(item) ? item : undefined),
  'addresses or networks, separated by commas',
);

export const addressRanges = listOf(
  parseAddressRange,
  'addresses or networks such as 127.0.0.0/8, separated by commas',
);

export const origins = listOf((item) => {
  const origin = item === '*' ? item : URL.parse(item)?.origin;
  return origin === 'null' ? undefined : origin;
}, 'origins such as https://a.example, separated by commas, or *');

export const hosts = listOf((item) => {
  const name = item.toLowerCase().replace(/^\[|\]$/g, '');
  return name === '*' || /^[a-z0-9._:-]{1,253}$/.test(name) ? name : undefined;
}, 'names such as pairspace.example, separated by commas, or *').transform((names) =>
  names.includes('*') ? ('any' as const) : names,
);

/** `first=1,second=2`, as an object of the values that `parse` finds; it returns undefined for a wrong one. */
export const namedValues = <Value>(
  names: readonly string[],
  what: string,
  parse: (text: string, name: string) => Value | undefined,
) =>
  listOf(
    (item) => {
      const [, name = '', text = ''] = /^(\w+)=(.+)$/.exec(item) ?? [];
      const value = names.includes(name) ? parse(text, name) : undefined;
      return value === undefined ? undefined : ([name, value] as const);
    },
    `${what}, of the names ${names.join(', ')}`,
  ).transform((values): Partial<Record<string, Value>> => Object.fromEntries(values));

/**
 * A bearer token, or two separated by a comma while an operator rotates the token: both are valid until the old one is
 * removed.
 */
export const bearers = z
  .string()
  .regex(/^[\u0021-\u002b\u002d-\u007e]{8,512}(,[\u0021-\u002b\u002d-\u007e]{8,512})?$/, {
    error: '8 to 512 visible ASCII characters without a comma, or two of these with a comma between',
  });

export const key = z
  .string()
  .transform((text): Buffer => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine(({ length }) => length === secretKeyBytes, `${String(secretKeyBytes)} bytes in base64 or hexadecimal`);
