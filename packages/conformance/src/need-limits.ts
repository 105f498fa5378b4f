import { skip } from './skip.ts';

/** Skips a rule that the limits of a client decide, where the service is taken to run without them. */
export const needLimits = (rateLimited: boolean): void => {
  if (!rateLimited) skip('request limits are taken to be off; --rate-limited says that they are on');
};
