import { skip } from './skip.ts';

/** Skips a rule about the rate limits of a client if the service is assumed to run without them. */
export const needLimits = (rateLimited: boolean): void => {
  if (!rateLimited) skip('request limits are taken to be off; --rate-limited says that they are on');
};
