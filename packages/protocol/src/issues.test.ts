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

test('[NET-2] a refusal lists twenty issues and counts the others', () => {
  const { details, message } = refusalOf(z.array(z.string()).max(100), Array(64).fill(1));
  expect(details).toMatchObject({ moreIssues: 44 });
  expect(details?.['issues']).toHaveLength(20);
  expect(message).toContain('and 59 more');
  expect(refusalOf(z.array(z.string()).max(100), [1]).details).not.toHaveProperty('moreIssues');
});

test('[NET-2] a refusal is at most 16 KB, whatever stands in the keys', () => {
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
