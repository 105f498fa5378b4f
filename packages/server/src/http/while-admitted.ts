import { preloadSessionHead, type SessionHead } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';

/**
 * Makes work that is refused when its caller has lost access since it was admitted (SEAT-9). That costs the read of the
 * session alone, which most work needs anyway; the token is looked up again only when somebody has lost access since.
 */
export const whileAdmitted =
  <T>(
    admitted: SessionHead,
    work: (tx: Transaction) => Promise<T>,
    admitAnew: (tx: Transaction) => Promise<unknown>,
  ): ((tx: Transaction) => Promise<T>) =>
  async (tx) => {
    const check = async (): Promise<void> => {
      const now = await preloadSessionHead(tx, admitted.id);
      if (now && (now.narrowedSeq ?? 0) > admitted.lastSeq) await admitAnew(tx);
    };
    // Both begin at once, so that their first statements travel together.
    const [checked, done] = await Promise.allSettled([check(), work(tx)]);
    if (checked.status === 'rejected') throw checked.reason;
    if (done.status === 'rejected') throw done.reason;
    return done.value;
  };
