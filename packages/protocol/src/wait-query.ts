import { z } from 'zod';
import { maxWaitSeconds } from './limits.ts';
import { pageOf } from './page.ts';
import { wholeNumber } from './text.ts';

/** The `wait` parameter of reads that can hold the request, in seconds (WAIT-1). */
export const waitQuery = {
  wait: wholeNumber(0, maxWaitSeconds)
    .meta({ description: 'Seconds to hold the request while there is nothing to return', examples: [30] })
    .optional(),
};

/** The page of a read with `wait`. `completed` tells the client that no further items will come (WAIT-6). */
export const waitedPageOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({
    completed: z
      .literal(true)
      .optional()
      .meta({
        description:
          'Present when the session is completed: when `items` is empty too, nothing more comes, and there is nothing to wait for',
        examples: [true],
      }),
  });
