import type { Actor, TransientName } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';

interface Announcement {
  sessionId: string;
  event: TransientName;
  actor: Actor;
}

/** Tells live streams, after the commit, of what no log keeps (PRES-8). */
export const announce = (tx: Transaction, announcement: Announcement, data: object): void => {
  tx.announce({ ...announcement, timestamp: isoTime(tx.now), data: { ...data } });
};
