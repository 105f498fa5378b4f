import { maxWaitSeconds } from './limits.ts';
import { wholeNumber } from './text.ts';

/** `wait` of every read that can hold the request, in seconds (WAIT-1). */
export const waitQuery = {
  wait: wholeNumber(0, maxWaitSeconds)
    .meta({ description: 'Seconds to hold the request while there is nothing to return', examples: [30] })
    .optional(),
};
