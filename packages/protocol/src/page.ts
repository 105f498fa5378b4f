import { z } from 'zod';
import { pageLimits } from './limits.ts';
import { wholeNumber } from './text.ts';

/** `limit` and `cursor` of every list (API-17). */
export const pageQuery = {
  limit: wholeNumber(1, pageLimits.max).default(pageLimits.default),
  cursor: z.string().optional(),
};

/** A list's payload: the items, and the cursor of the next page or null when there is nothing more now. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
