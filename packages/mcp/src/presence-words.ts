import { type Presence, word } from '@pairspace/protocol';

/** A status as a model reads it: an agent without heartbeats may be there all the same. */
export const presenceWords = (status: Presence['status']): string =>
  status === 'unknown' ? 'no heartbeat yet' : word(status);
