import type { Transaction } from '../storage/storage.ts';

/** Rows that one sweep removes at most; bounds how long it keeps the writer. */
const sweepRows = 500;

/** Forgets some of the deliveries that have been over for long enough; answers how many. */
export const forgetOldDeliveries = (tx: Transaction, keptMs: number): Promise<number> =>
  tx.run`
    delete from delivery where (session_id, id) in (
      select session_id, id from delivery where finished_at <= ${tx.now - keptMs} order by finished_at limit 0 + ${sweepRows}
    )
  `;
