import { preloadSessionHead, type SessionHead } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';

/**
 * Wraps work so that it is refused if its caller has lost access since it was admitted (SEAT-9). The check only reads
 * the session, which most work needs anyway; the token is read again only if somebody has lost access since.
 */
export const recheckAccess =
  <T>(
    admitted: SessionHead,
    work: (tx: Transaction) => Promise<T>,
    admitAnew: (tx: Transaction) => Promise<unknown>,
  ): ((tx: Transaction) => Promise<T>) =>
  (tx) => {
    const hasNarrowed = (now: SessionHead | undefined): boolean => (now?.narrowedSeq ?? 0) > admitted.lastSeq;
    const head = preloadSessionHead(tx, admitted.id);
    if (!(head instanceof Promise) && !hasNarrowed(head)) return work(tx);
    const check = async (): Promise<void> => {
      if (hasNarrowed(await head)) await admitAnew(tx);
    };
    return bothOf(check(), work(tx));
  };

/**
 * The result of the work, unless the check refuses it. Both run concurrently, so that their first statements share a
 * round trip.
 */
const bothOf = async <T>(check: Promise<void>, work: Promise<T>): Promise<T> => {
  const [checked, done] = await Promise.allSettled([check, work]);
  if (checked.status === 'rejected') throw checked.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};
