import { type Presence, word } from '@pairspace/protocol';

/** The words for a status. An agent without heartbeats may be present all the same. */
export const presenceWords = (status: Presence['status']): string =>
  status === 'unknown' ? 'no heartbeat yet' : word(status);
