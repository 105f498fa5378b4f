import type { Actor, TransientEvent, TransientEventOf, TransientName } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';

interface Announcement<Name extends TransientName> {
  sessionId: string;
  event: Name;
  actor: Actor;
}

/** Sends a frame to live streams after the commit; no log keeps it (PRES-8). */
export const announce = <Name extends TransientName>(
  tx: Transaction,
  announcement: Announcement<Name>,
  data: TransientEventOf<Name>['data'],
): void => {
  tx.announce({ ...announcement, timestamp: isoTime(tx.now), data } as TransientEvent);
};
