import { preloadSessionHead, type SessionHead } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';

/**
 * Makes work that is refused when its caller has lost access since it was admitted (SEAT-9). That costs the read of the
 * session alone, which most work needs anyway; the token is looked up again only when somebody has lost access since.
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
    const check = async (): Promise<void> => {
      if (hasNarrowed(await head)) await admitAnew(tx);
    };
    return bothOf(check(), work(tx));
  };

/** What the work answers, unless the check refuses it. Both have begun, so that their first statements travel together. */
const bothOf = async <T>(check: Promise<void>, work: Promise<T>): Promise<T> => {
  const [checked, done] = await Promise.allSettled([check, work]);
  if (checked.status === 'rejected') throw checked.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
};
