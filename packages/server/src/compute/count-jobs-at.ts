import type { SessionState } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** How many jobs there were after an event (TIME-3). */
export const countJobsAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['jobs']> => {
  const counts = await db.get<SessionState['jobs']>`
    select pending, running, ended from job_count where session_id = ${sessionId} and seq <= ${seq}
    order by seq desc limit 1
  `;
  return counts ?? { pending: 0, running: 0, ended: 0 };
};
