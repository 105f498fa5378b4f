import { z } from 'zod';
import { pageLimits } from './limits.ts';
import { wholeNumber } from './text.ts';

/** `limit` and `cursor` of every list (API-17). */
export const pageQuery = {
  limit: wholeNumber(1, pageLimits.max)
    .meta({ description: 'How many items the page may hold' })
    .default(pageLimits.default),
  cursor: z
    .string()
    .meta({ description: 'The `nextCursor` of the page before: continues where that page ended' })
    .optional(),
};

/** A list's payload: the items, and the cursor of the next page, or null at the end. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item).meta({ description: 'The items of this page' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({
        description: 'The position of the next page; null at the present end',
        examples: [null],
      }),
  });
