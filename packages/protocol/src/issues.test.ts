import { expect, test } from 'vitest';
import { z } from 'zod';
import { parserOf, ServiceError } from './index.ts';
import { mapUpTo } from './text.ts';

const refusalOf = (schema: z.ZodType, given: unknown): ServiceError => {
  try {
    parserOf(schema, 'body')(given);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

test('[ERR-4] a refusal lists twenty issues and counts the others', () => {
  const { details, message } = refusalOf(z.array(z.string()).max(100), Array(64).fill(1));
  expect(details).toMatchObject({ moreIssues: 44 });
  expect(details?.['issues']).toHaveLength(20);
  expect(message).toContain('and 59 more');
  expect(refusalOf(z.array(z.string()).max(100), [1]).details).not.toHaveProperty('moreIssues');
});

test('a refusal names every choice there is, and shows where it was cut', () => {
  const names = Array.from({ length: 24 }, (_, index) => `session.event-${String(index)}`);
  expect(refusalOf(z.enum(names.slice(0, 20)), 'x').message).toContain('"session.event-19"');
  expect(refusalOf(z.enum([...names, ...names.map((name) => `${name}-more`)]), 'x').message).toMatch(/…$/);
});

test('[ERR-4] a refusal is at most 16 KB, whatever stands in the keys', () => {
  const map = mapUpTo(1000, z.string(), z.number());
  for (const letter of ['a', '\u0001', '"', '\\', '字', '\ud800', '😀']) {
    const given = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [letter.repeat(9000) + String(index), 'x']),
    );
    const { message, details } = refusalOf(map, given);
    expect(Buffer.byteLength(JSON.stringify({ message, details }))).toBeLessThan(16 * 1024);
    expect(JSON.stringify({ message, details }).isWellFormed()).toBe(true);
  }
});
