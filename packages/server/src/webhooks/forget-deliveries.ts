import type { Transaction } from '../storage/storage.ts';

/** The number of rows in one sweep, which bounds how long it blocks the writer. */
const sweepRows = 500;

/** Removes some deliveries that ended long ago; returns their number. */
export const forgetOldDeliveries = (tx: Transaction, keptMs: number): Promise<number> =>
  tx.run`
    delete from delivery where (session_id, id) in (
      select session_id, id from delivery where finished_at <= ${tx.now - keptMs} order by finished_at limit 0 + ${sweepRows}
    )
  `;
