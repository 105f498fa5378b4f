import type { Rating } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

/** How many ratings an entry of the directory carries (AGT-10). */
const shownRatings = 20;

interface RatingRow {
  id: string;
  agent_id: string;
  score: number;
  comment: string | null;
  verified: number;
  rater_id: string | null;
  created_at: number;
  /** Null unless the session is public now. */
  public_session_id: string | null;
}

/** The newest ratings of an agent. Who was in a session is not told of one that is private or gone (AGT-20). */
export const newestRatings = async (db: Queries, agentId: string): Promise<Rating[]> => {
  const rows = await db.all<RatingRow>`
    select newest.*, session.id as public_session_id from (
      select * from rating where agent_id = ${agentId} order by id desc limit 0 + ${shownRatings}
    ) newest left join session on session.id = newest.session_id and visibility = 'public'
    order by newest.id desc
  `;
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    score: row.score,
    comment: row.comment,
    verified: row.verified === 1,
    raterId: row.verified === 1 && row.public_session_id === null ? null : row.rater_id,
    sessionId: row.public_session_id,
    createdAt: isoTime(row.created_at),
  }));
};
